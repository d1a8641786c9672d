/** The address that links are written with, known before anything listens. */

import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Config } from '../config.ts';

export interface Address {
  /** Never 0. */
  readonly port: number;
  /** Without a trailing slash. */
  readonly url: string;
}

/** With `PORT=0` a free port is chosen now, since links need it before the server listens. */
export async function publicUrlOf(config: Config): Promise<Address> {
  const port = config.port === 0 ? await freePort(config.host) : config.port;
  return { port, url: config.publicUrl ?? `http://${hostForLinks(config.host)}:${port}` };
}

/** "Every address" is none that a browser could open. */
function hostForLinks(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

async function freePort(host: string): Promise<number> {
  const server = createServer();
  server.listen(0, host);
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port is free');
  return address.port;
}
