/**
 * Stores files in a bucket of an S3-compatible object store. A file is one object that one request writes: the store
 * shows it complete or not at all, so no unfinished part can remain. Reads and writes stream with bounded memory.
 */

import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { dispositionOf } from '../../domain/disposition-of.ts';
import { StartError } from '../../domain/start-error.ts';
import type { Instant } from '../../domain/zoned-time.ts';
import { FileMissing, type StoredFile } from '../../usecases/ports/file-store.ts';
import { MachineTrouble } from '../../usecases/ports/machine-trouble.ts';
import type { Log } from '../../usecases/ports/tools.ts';
import { parseFileKey, requireContentType, requireFileKey } from '../file-keys.ts';
import { hashStream } from '../hash-file.ts';
import type { ListedFiles } from '../listed-files.ts';
import { withLocalFile } from '../local-file.ts';
import { clientPlaces } from './client-places.ts';
import { createS3Client, type S3Address, type S3Client, S3Refusal } from './s3-client.ts';
import { listKeys } from './s3-list.ts';

export interface S3FilesParts {
  readonly address: S3Address;
  /** Whether clients fetch files from the store themselves, by short-lived links. */
  readonly presignedLinks: boolean;
  readonly log: Log;
}

/**
 * How long a presigned link is valid: long enough to follow a redirect to it. A download that has begun may take
 * longer.
 */
const presignedSeconds = 60;
/**
 * Files that are sent to clients have connections of their own, because a client that reads slowly holds a connection
 * for minutes. The limit per client leaves connections to other clients.
 */
const downloadsMax = 512;
const downloadsPerClientMax = 20;
/** How long a download of a client that already has the maximum of downloads waits for one of them to end. */
const downloadWaitMsMax = 10_000;

/** @throws StartError when the store refuses the bucket. A store that cannot be reached is only logged. */
export async function openS3Files({ address, presignedLinks, log }: S3FilesParts): Promise<ListedFiles> {
  const client = createS3Client(address, log);
  await requireBucket(client, address.bucket, 'STORAGE_URL', log);
  const downloads = createS3Client(address, log, { connectionsMax: downloadsMax });
  return s3Files({ client, downloads }, address, presignedLinks);
}

interface Clients {
  readonly client: S3Client;
  /** For transfers whose speed a client of the service decides. */
  readonly downloads: S3Client;
}

function s3Files(
  { client, downloads }: Clients,
  { prefix }: S3Address,
  presignedLinks: boolean,
): ListedFiles {
  const places = clientPlaces(downloadsPerClientMax, downloadWaitMsMax);

  async function readWith(s3: S3Client, key: string): Promise<Readable> {
    const response = await s3.find({ method: 'GET', key, expected: [200] });
    if (response === undefined) throw new FileMissing(key);
    return response;
  }

  async function openFor(receiver: string | null, key: string): Promise<Readable> {
    if (receiver === null) return readWith(client, key);
    const leave = await places.take(receiver);
    try {
      return (await readWith(downloads, key)).once('close', leave);
    } catch (error) {
      leave();
      throw error;
    }
  }

  return {
    async put(key, localFile, contentType) {
      requireContentType(key, contentType);
      await withLocalFile(localFile, async (file) => {
        // The store compares this hash with the bytes that it received, and refuses a file that was damaged on the way.
        const sha256 = await hashStream(file.read());
        const body = { file, sizeBytes: file.sizeBytes };
        const headers = { 'content-type': contentType, 'x-amz-content-sha256': sha256 };
        const response = await client.send({ method: 'PUT', key, headers, body, expected: [200, 201, 204] });
        response.resume();
      });
    },

    async get(key) {
      const { contentType } = requireFileKey(key);
      const head = await client.find({ method: 'HEAD', key, expected: [200] });
      if (head === undefined) return undefined;
      head.resume();
      const stored: StoredFile = {
        sizeBytes: Number(head.headers['content-length']),
        contentType,
        storedAt: storedAtOf(key, head.headers['last-modified']),
        open: (receiver) => openFor(receiver, key),
      };
      if (!presignedLinks) return stored;
      return {
        ...stored,
        directLink: () => client.presign(key, overridesFor(contentType), presignedSeconds),
      };
    },

    async fetchTo(key, localFile) {
      requireFileKey(key);
      const source = await readWith(client, key);
      try {
        await pipeline(source, createWriteStream(localFile, { mode: 0o600 }));
      } catch (error) {
        await rm(localFile, { force: true });
        // An error with a path concerns the local file. Any other error means that the download broke off.
        throw isFileError(error) ? error : new MachineTrouble('EIO', { cause: error });
      }
    },

    async remove(key) {
      requireFileKey(key);
      const response = await client.find({ method: 'DELETE', key, expected: [200, 204] });
      response?.resume();
    },

    async *keys(group) {
      const folder = group === undefined ? '' : `${group}/`;
      for await (const name of listKeys(client, prefix + folder)) {
        const key = folder + name;
        if (parseFileKey(key) !== undefined) yield key;
      }
    },
  };
}

/** @throws Error when the store does not report the time, as every store of the S3 protocol does. */
function storedAtOf(key: string, lastModified: string | undefined): Instant {
  const storedAt = Date.parse(lastModified ?? '');
  if (Number.isNaN(storedAt)) throw new Error(`the object store reports no Last-Modified of ${key}`);
  return storedAt;
}

/** Headers that the store sends with a presigned link, as the service sends them with its own downloads. */
const overridesFor = (contentType: string) => ({
  'response-cache-control': 'no-store',
  'response-content-disposition': dispositionOf(contentType),
});

function isFileError(error: unknown): boolean {
  return error instanceof Error && 'path' in error;
}

/**
 * @param source the setting that names the bucket, for the error message.
 * @throws StartError when the store refuses the bucket. A store that cannot be reached is only logged.
 */
export async function requireBucket(
  client: S3Client,
  bucket: string,
  source: string,
  log: Log,
): Promise<void> {
  try {
    const query = { 'max-keys': '1' };
    const response = await client.send({ method: 'GET', key: '', query, expected: [200] });
    response.resume();
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined;
    if (!(cause instanceof S3Refusal) || cause.status >= 500) {
      log.error({ err: error }, 'the object store cannot be reached: pictures wait until it can');
      return;
    }
    throw new StartError(
      `The object store of ${source} refuses the bucket ${bucket} (${cause.status} ${cause.code}): check endpoint, region, name and credentials.`,
      { cause: error },
    );
  }
}
