/** The memory that an upload to an object store needs, measured on a server that only counts the bytes it receives. */

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { openS3Files } from '../../../src/files/s3/s3-files.ts';
import { silentLog } from '../../support/databases.ts';

test('an upload is sent in small parts: the process never holds the whole file', async (t) => {
  const sizeBytes = 64 * 2 ** 20;
  let received = 0;
  let peakBytes = 0;
  let chunks = 0;
  setFlagsFromString('--expose-gc');
  const collectGarbage: () => void = runInNewContext('gc');
  const usedBytes = () => {
    collectGarbage();
    // A collection frees buffers on another thread. The second one first waits until they are freed.
    collectGarbage();
    return process.memoryUsage().arrayBuffers;
  };
  const drain = createServer((incoming, outgoing) => {
    incoming.on('data', (chunk: Buffer) => {
      received += chunk.byteLength;
      chunks += 1;
      if (chunks % 100 !== 0) return;
      peakBytes = Math.max(peakBytes, usedBytes());
    });
    incoming.on('end', () => outgoing.end());
  }).listen(0, '127.0.0.1');
  await once(drain, 'listening');
  t.after(() => drain.close());
  const { port } = drain.address() as AddressInfo;
  const files = await openS3Files({
    address: {
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      bucket: 'shop',
      prefix: '',
      style: 'path',
      credentials: { accessKeyId: 'key', secretAccessKey: 'secret', sessionToken: null },
    },
    presignedLinks: false,
    log: silentLog,
  });
  const folder = await mkdtemp(join(tmpdir(), 'photokiosk-source-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const source = join(folder, 'source');
  await writeFile(source, '');
  await truncate(source, sizeBytes);
  const usedBefore = usedBytes();
  await files.put('uploads/abcdefgh.jpg', source, 'image/jpeg');
  assert.equal(received, sizeBytes);
  assert.ok(peakBytes - usedBefore < 8 * 2 ** 20, `${peakBytes - usedBefore} bytes`);
});
