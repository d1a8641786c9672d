/**
 * Backups in a bucket of an S3-compatible object store. A file that is too large for one request, as a large database
 * is, becomes several objects `NAME.part-00001`, …; callers see one name. Unfinished uploads of S3's own multipart
 * protocol stay invisible and cost money until they are aborted; parts of an interrupted backup are ordinary objects,
 * which a later backup removes.
 */

import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { hashStream } from '../../../src/files/hash-file.ts';
import { withLocalFile } from '../../../src/files/local-file.ts';
import { createS3Client, type S3Address } from '../../../src/files/s3/s3-client.ts';
import type { S3Body } from '../../../src/files/s3/s3-exchange.ts';
import { requireBucket } from '../../../src/files/s3/s3-files.ts';
import { listKeys } from '../../../src/files/s3/s3-list.ts';
import { FileMissing } from '../../../src/usecases/ports/file-store.ts';
import { MachineTrouble } from '../../../src/usecases/ports/machine-trouble.ts';
import type { Log } from '../../../src/usecases/ports/tools.ts';
import type { BackupObjects } from './objects.ts';

/** One request may carry 5 GiB. A part of this size that fails is repeated within minutes. */
const partBytesDefault = 2 ** 30;
const partForm = /^(.*)\.part-\d{5}$/;

export interface S3ObjectsParts {
  readonly address: S3Address;
  readonly log: Log;
  readonly partBytesMax?: number;
}

export function s3Objects({ address, log, partBytesMax = partBytesDefault }: S3ObjectsParts): BackupObjects {
  const client = createS3Client(address, log);
  const place = `s3://${address.bucket}/${address.prefix}`.replace(/\/$/, '');
  /** The names that are stored in parts. */
  const inParts = new Set<string>();

  async function putPart(key: string, body: S3Body): Promise<void> {
    // The store compares this hash with the bytes that it received.
    const sha256 = await hashStream(body.file.read(body.start, body.sizeBytes));
    const headers = { 'content-type': 'application/octet-stream', 'x-amz-content-sha256': sha256 };
    (await client.send({ method: 'PUT', key, headers, body, expected: [200, 201, 204] })).resume();
  }

  async function* partsOf(name: string): AsyncIterable<string> {
    for await (const rest of listKeys(client, `${address.prefix}${name}.part-`)) yield `${name}.part-${rest}`;
  }

  async function removeObject(key: string): Promise<void> {
    (await client.find({ method: 'DELETE', key, expected: [200, 204] }))?.resume();
  }

  return {
    place,
    staging: null,
    isExclusive: false,

    async lock() {
      await requireBucket(client, address.bucket, 'the backup', log);
      return { release: () => undefined };
    },

    async *names(prefix) {
      let last = '';
      for await (const rest of listKeys(client, address.prefix + prefix)) {
        const key = prefix + rest;
        const whole = partForm.exec(key)?.[1];
        if (whole !== undefined) inParts.add(whole);
        const name = whole ?? key;
        if (name !== last) yield name;
        last = name;
      }
    },

    async put(name, localFile) {
      await withLocalFile(localFile, async (file) => {
        const size = file.sizeBytes;
        if (size <= partBytesMax) return putPart(name, { file, sizeBytes: size });
        for (let start = 0, part = 1; start < size; start += partBytesMax, part += 1) {
          const sizeBytes = Math.min(partBytesMax, size - start);
          const key = `${name}.part-${String(part).padStart(5, '0')}`;
          await putPart(key, { file, start, sizeBytes });
        }
      });
      await rm(localFile);
    },

    async fetchTo(name, localFile) {
      await rm(localFile, { force: true });
      const single = await client.find({ method: 'GET', key: name, expected: [200] });
      if (single !== undefined) return append(single, localFile);
      let isFound = false;
      for await (const key of partsOf(name)) {
        isFound = true;
        await append(await client.send({ method: 'GET', key, expected: [200] }), localFile);
      }
      if (!isFound) throw new FileMissing(name);
    },

    async remove(name) {
      if (!inParts.has(name)) return removeObject(name);
      for await (const key of partsOf(name)) await removeObject(key);
    },
  };
}

async function append(source: Readable, localFile: string): Promise<void> {
  try {
    await pipeline(source, createWriteStream(localFile, { mode: 0o600, flags: 'a' }));
  } catch (error) {
    // An error with a path concerns the local file; every other one is a download that broke off.
    throw error instanceof Error && 'path' in error ? error : new MachineTrouble('EIO', { cause: error });
  }
}
