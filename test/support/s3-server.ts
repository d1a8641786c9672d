/**
 * An S3-compatible object store for tests: `s3rver` behind a server that verifies what `s3rver` does not: the signature
 * of each request (AWS Signature Version 4), the hash of its body, and that a presigned link has not expired.
 * `s3rver` writes an object in place and may confirm it before its last byte is on the disk, so that a read can return
 * an empty object. A real store never does: here a write is confirmed when it is complete, and every other request waits
 * until the running writes have ended.
 */

import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import S3rver from 's3rver';
import { refusalOf } from './s3-signature.ts';

/**
 * What the server does instead of serving a request. `unavailable`: responds with 503. `no_backend`: responds with 404
 * as a proxy whose store is not running. `no_bucket`: responds with 404 as a store without the bucket. `cut`: closes the
 * connection. `corrupt`: changes a byte of the request's body before the verification. `hold`: never responds. `stall`:
 * sends only the first bytes of the response's body, as to a client that does not read.
 */
type Fault = 'unavailable' | 'no_backend' | 'no_bucket' | 'cut' | 'corrupt' | 'hold' | 'stall';

export interface S3Server {
  readonly endpoint: string;
  /** The folder that contains the objects of every bucket. */
  readonly directory: string;
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
  /** The method and path of each request, in the order of arrival. */
  readonly requests: readonly string[];
  /** Applies a fault to each request for which the function returns one. */
  faults: (method: string, path: string) => Fault | undefined;
  /** The server's clock, for presigned links. Default: the time of this machine. */
  now: () => number;
  stop(): Promise<void>;
}

/** The only account that `s3rver` accepts. */
const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };

/** @param buckets names of the buckets that exist. */
export async function startS3Server(...buckets: readonly string[]): Promise<S3Server> {
  const directory = mkdtempSync(join(tmpdir(), 'photokiosk-s3-'));
  const inner = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: buckets.map((name) => ({ name, configs: [] })),
  });
  const { port } = await inner.run();
  const requests: string[] = [];
  const runningWrites = new Set<Promise<void>>();

  const front = createServer((incoming, outgoing) => {
    serve(incoming, outgoing).catch(() => outgoing.destroy());
  });
  front.listen(0, '127.0.0.1');
  await once(front, 'listening');
  const address = front.address();
  if (address === null || typeof address === 'string') throw new Error('no port');

  async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = incoming;
    requests.push(`${method} ${url.replace(/\?.*/, '')}`);
    const fault = server.faults(method, url);
    if (fault === 'hold') return;
    if (fault === 'cut') return void incoming.destroy();
    if (fault === 'unavailable') return refuse(outgoing, 503, 'SlowDown');
    if (fault === 'no_bucket') return refuse(outgoing, 404, 'NoSuchBucket');
    if (fault === 'no_backend') {
      outgoing.writeHead(404, { 'content-type': 'text/html' }).end('default backend - 404');
      return;
    }
    const body = await buffer(incoming);
    if (fault === 'corrupt') body[0] = (body[0] ?? 0) ^ 1;
    const refusal = refusalOf({ method, url, headers, body }, credentials, server.now());
    if (refusal !== undefined) return refuse(outgoing, refusal.status, refusal.code);
    if (method !== 'PUT') await Promise.all(runningWrites);
    const forwarded = request({ port, host: '127.0.0.1', method, path: url, headers });
    const answered = once(forwarded, 'response').then(async (values) => {
      const response: IncomingMessage = values[0];
      if (method === 'PUT' && response.statusCode === 200) await complete(url, body.length);
      return response;
    });
    if (method === 'PUT') {
      const written = answered.catch(() => {}).then(() => void runningWrites.delete(written));
      runningWrites.add(written);
    }
    // An error after the response would otherwise end the test process.
    forwarded.on('error', () => outgoing.destroy());
    forwarded.end(body);
    const response = await answered;
    outgoing.writeHead(response.statusCode ?? 500, response.headers);
    if (fault === 'stall') response.once('data', (chunk: Buffer) => outgoing.write(chunk.subarray(0, 1)));
    else response.pipe(outgoing);
  }

  /** Waits until the file of an object has all its bytes. */
  async function complete(url: string, sizeBytes: number): Promise<void> {
    const { pathname } = new URL(url, server.endpoint);
    const file = join(directory, `${decodeURIComponent(pathname)}._S3rver_object`);
    while ((await stat(file)).size !== sizeBytes) await setImmediate();
  }

  const server: S3Server = {
    directory,
    endpoint: `http://127.0.0.1:${address.port}`,
    credentials,
    requests,
    faults: () => undefined,
    now: () => Date.now(),
    async stop() {
      front.close();
      front.closeAllConnections();
      await inner.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
  return server;
}

function refuse(outgoing: ServerResponse, status: number, code: string): void {
  outgoing.writeHead(status, { 'content-type': 'application/xml', connection: 'close' });
  outgoing.end(`<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code></Error>`);
}
