/**
 * The servers of one PostgreSQL cluster, of which one accepts writes. All connections use the same server until a
 * connection to it fails; then the next server of the list is tried.
 */

export interface ClusterHosts {
  readonly count: number;
  /** The address of the server to connect to. */
  current(): string;
  /** Reports that a connection to this address failed, or that the server accepts no writes. */
  failed(url: string): void;
}

export function clusterHosts(urls: readonly [string, ...string[]]): ClusterHosts {
  let at = 0;
  const current = () => urls[at] ?? urls[0];
  return {
    count: urls.length,
    current,
    failed(url) {
      // If several connections to a server fail at the same time, only the first failure changes the server.
      if (url === current()) at = (at + 1) % urls.length;
    },
  };
}
