/**
 * A proxy in front of a PostgreSQL server that can stop passing bytes without closing the connections, as when a
 * network cable is unplugged, or close all connections, as when the server crashes.
 */

import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createConnection, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';

export interface StallingProxy extends AsyncDisposable {
  /** Connection string of the same database through the proxy. */
  readonly url: string;
  /** Stops the traffic of all connections that are open now. Connections that are opened later work. */
  stall(): void;
  /** Closes all connections without a message of the server, and refuses later connections. */
  crash(): void;
}

const socketName = (port: number) => `.s.PGSQL.${port}`;

export async function openStallingProxy(serverUrl: string): Promise<StallingProxy> {
  const { host, port } = new pg.Client(serverUrl);
  const folder = mkdtempSync(join(tmpdir(), 'photokiosk-proxy-'));
  const sockets = new Set<Socket>();
  const proxy = createServer((client) => {
    const server = host.startsWith('/')
      ? createConnection(join(host, socketName(port)))
      : createConnection(port, host);
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(from);
      from.on('error', () => to.destroy());
      from.on('close', () => to.destroy());
      from.pipe(to);
    }
  });
  await new Promise<void>((resolve) => proxy.listen(join(folder, socketName(port)), resolve));
  // pgbouncer connects as another user.
  chmodSync(folder, 0o755);
  chmodSync(join(folder, socketName(port)), 0o777);
  function crash(): void {
    proxy.close();
    for (const socket of sockets) socket.destroy();
  }
  return {
    url: `${serverUrl}${serverUrl.includes('?') ? '&' : '?'}host=${encodeURIComponent(folder)}&port=${port}`,
    stall() {
      for (const socket of sockets) {
        socket.unpipe();
        socket.pause();
      }
    },
    crash,
    async [Symbol.asyncDispose]() {
      crash();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
