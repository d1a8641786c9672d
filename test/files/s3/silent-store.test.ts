/** Object stores that stop to send, and clients that stop to read. */

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { createS3Client } from '../../../src/files/s3/s3-client.ts';
import { silentLog } from '../../support/databases.ts';

/** More than the buffers of both sides of a connection hold. */
const largeBytes = 32 * 2 ** 20;

/** @returns the response of a store that answers with `send`. The connection is silent for at most 400 ms. */
async function responseOf(t: TestContext, send: (outgoing: ServerResponse) => void, sizeBytes = largeBytes) {
  const store = createServer((_, outgoing) => {
    outgoing.writeHead(200, { 'content-length': sizeBytes });
    send(outgoing);
  });
  store.listen(0, '127.0.0.1');
  await once(store, 'listening');
  t.after(() => {
    store.close();
    store.closeAllConnections();
  });
  const { port } = store.address() as AddressInfo;
  const address = {
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    bucket: 'shop',
    prefix: '',
    style: 'path',
    credentials: { accessKeyId: 'key', secretAccessKey: 'secret', sessionToken: null },
  } as const;
  const client = createS3Client(address, silentLog, { silenceMsMax: 400 });
  return client.send({ method: 'GET', key: 'results/abcdefgh.jpg', expected: [200] });
}

/** Resolves when the connection has been silent for the limit; rejects if the download has been ended. */
async function silence(response: IncomingMessage): Promise<void> {
  const ended = new AbortController();
  const end = () => ended.abort();
  response.once('close', end).once('error', end);
  await once(response.socket, 'timeout', { signal: ended.signal });
  // Other listeners of the event may end the download.
  await new Promise(setImmediate);
  assert.ok(!response.destroyed);
  response.off('close', end).off('error', end);
}

test('a client that pauses its download for longer than the limit of silence receives the whole file', async (t) => {
  const response = await responseOf(t, (outgoing) => outgoing.end(Buffer.alloc(largeBytes)));
  for (let silences = 0; silences < 3; silences += 1) await silence(response);
  assert.equal((await buffer(response)).byteLength, largeBytes);
});

test('a download from a store that switches the protocol instead of answering fails', async (t) => {
  const response = responseOf(t, (outgoing) => {
    outgoing.socket?.end('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n');
  });
  await assert.rejects(response);
});

test('a download from a store that stops to send fails', async (t) => {
  const response = await responseOf(t, (outgoing) => outgoing.write('some bytes'));
  await assert.rejects(buffer(response));
});

test('a download fails if the store stops to send while the client pauses, and the client goes on', async (t) => {
  const response = await responseOf(t, (outgoing) => outgoing.write(Buffer.alloc(2 ** 20)));
  for (let silences = 0; silences < 2; silences += 1) await silence(response);
  await assert.rejects(buffer(response));
});

test('a file that has arrived completely is not cut while the client pauses', async (t) => {
  const response = await responseOf(t, (outgoing) => outgoing.end('small'), 5);
  await silence(response);
  assert.equal((await buffer(response)).toString(), 'small');
});
