/**
 * Takes one file out of a multipart body while it arrives. Nothing is buffered: the part's stream goes
 * straight to `accept`, and a slow `accept` slows the client.
 */

import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { AppError, invalidParameter } from '../../domain/errors.ts';
import { multipartParser } from './body-parsers.ts';

export interface FileTakingLimits {
  /** The whole body: the file, and a little for the rest. */
  readonly bodySizeBytesMax: number;
  readonly timeoutMs: number;
}

const partsMax = 16;

interface Chosen<T> {
  readonly name: string;
  readonly source: Readable;
  readonly result: Promise<T>;
}

/**
 * "field `file`, else the first file part". A part of another name is accepted as it comes; should a `file`
 * part follow after all, that one counts and the first result is left to be swept.
 * @returns what `accept` made of the file, once the whole body has arrived.
 * @throws AppError `malformed_request`, `invalid_parameters` (no file), `body_too_large`, or what `accept` throws.
 */
export function takeFile<T>(
  request: IncomingMessage,
  limits: FileTakingLimits,
  accept: (source: Readable) => Promise<T>,
): Promise<T> {
  const parser = multipartParser(request.headers['content-type'] ?? '', {
    fileSizeBytesMax: limits.bodySizeBytesMax,
    partsMax,
  });
  return new Promise((resolve, reject) => {
    let chosen: Chosen<T> | null = null;
    let receivedBytes = 0;
    const tooSlow = setTimeout(() => fail(malformed('The upload did not arrive in time.')), limits.timeoutMs);

    function settle(): void {
      clearTimeout(tooSlow);
      request.off('data', count);
      request.off('close', brokeOff);
    }
    function fail(error: unknown): void {
      settle();
      request.unpipe(parser);
      chosen?.source.destroy(error instanceof Error ? error : undefined);
      // What still arrives is thrown away, so that the client can finish sending and read our answer.
      request.resume();
      reject(error);
    }
    function count(chunk: Buffer): void {
      receivedBytes += chunk.length;
      if (receivedBytes > limits.bodySizeBytesMax)
        fail(new AppError('body_too_large', 'The upload is too large.'));
    }
    function brokeOff(): void {
      if (!request.complete) fail(malformed('The upload was interrupted.'));
    }
    function choose(name: string, source: Readable): void {
      // A part may be left while it still flows (an error elsewhere): its own error must not be unheard.
      source.on('error', () => undefined);
      const unwanted = chosen !== null && (chosen.name === 'file' || name !== 'file');
      if (unwanted) {
        source.resume();
        return;
      }
      const taken = { name, source, result: accept(source) };
      chosen = taken;
      taken.result.catch((error: unknown) => {
        if (chosen === taken) fail(error);
      });
    }
    function finish(): void {
      if (chosen === null) {
        fail(invalidParameter('file', 'missing', 'Send the photo as a file part named `file`.'));
        return;
      }
      chosen.result.then((value) => {
        settle();
        resolve(value);
      }, fail);
    }

    parser.on('file', choose);
    parser.on('finish', finish);
    parser.on('partsLimit', () => fail(malformed('The multipart body has too many parts.')));
    parser.on('fieldsLimit', () => fail(malformed('The multipart body has too many fields.')));
    parser.on('error', () => fail(malformed('The multipart body is damaged.')));
    request.on('data', count);
    request.on('close', brokeOff);
    request.pipe(parser);
  });
}

function malformed(detail: string): AppError {
  return new AppError('malformed_request', detail);
}
