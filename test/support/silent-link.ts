/** A way to a PostgreSQL server that can fall silent, as when a cable is pulled: no byte passes, and none says so. */

import { mkdtempSync, rmSync } from 'node:fs';
import { createConnection, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';

export interface SilentLink extends AsyncDisposable {
  /** Of the same database, by this way. */
  readonly url: string;
  /** Of the connections there are; those that are made later are sound. */
  silence(): void;
}

const socketName = (port: number) => `.s.PGSQL.${port}`;

export async function openSilentLink(serverUrl: string): Promise<SilentLink> {
  const { host, port } = new pg.Client(serverUrl);
  const folder = mkdtempSync(join(tmpdir(), 'photokiosk-link-'));
  const sockets = new Set<Socket>();
  const link = createServer((near) => {
    const far = host.startsWith('/')
      ? createConnection(join(host, socketName(port)))
      : createConnection(port, host);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('error', () => to.destroy());
      from.on('close', () => to.destroy());
      from.pipe(to);
    }
  });
  await new Promise<void>((resolve) => link.listen(join(folder, socketName(port)), resolve));
  return {
    url: `${serverUrl}${serverUrl.includes('?') ? '&' : '?'}host=${encodeURIComponent(folder)}&port=${port}`,
    silence() {
      for (const socket of sockets) {
        socket.unpipe();
        socket.pause();
      }
    },
    async [Symbol.asyncDispose]() {
      link.close();
      for (const socket of sockets) socket.destroy();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
