/** Determines the public address, which links begin with, before the server listens. */

import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Config } from '../config.ts';

export interface Address {
  /** The port on which the server listens, never 0. */
  readonly port: number;
  /** Without a trailing slash. */
  readonly url: string;
}

/**
 * Determines the address. With `PORT=0`, it chooses a free port before the server listens, because links
 * contain the port.
 */
export async function publicUrlOf(config: Config): Promise<Address> {
  const port = config.port === 0 ? await freePort(config.host) : config.port;
  return { port, url: config.publicUrl ?? `http://${hostForLinks(config.host)}:${port}` };
}

/** A browser cannot open `0.0.0.0` or `::`, which mean "listen on every address". */
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
