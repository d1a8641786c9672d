/**
 * Reads one file from a multipart body while the body arrives. The file's bytes go to `accept` without buffering, so a
 * slow `accept` slows the client down. The stream ends only when the whole body has arrived and is valid, so that
 * `accept` stores nothing of a request that is refused.
 */

import type { IncomingMessage } from 'node:http';
import { PassThrough, type Readable } from 'node:stream';
import { AppError, invalidParameter } from '../../domain/errors.ts';
import type { HttpLimits } from '../app-options.ts';
import { bodyTooLarge, multipartParser, tooManyFields } from './body-parsers.ts';

export type FilePace = Pick<HttpLimits, 'uploadTimeoutMs' | 'uploadPaceWindowMs' | 'uploadPaceBytesMin'>;

const partsMax = 16;

/** Some clients send the photo without a file name. A part `file` of a type `text/…` is a field of a form. */
function isFile(name: string | undefined, type: string | undefined, fileName: string | undefined): boolean {
  if (fileName !== undefined || type === 'application/octet-stream') return true;
  return name === 'file' && type !== undefined && !type.startsWith('text/');
}

interface Chosen<T> {
  readonly name: string;
  readonly source: PassThrough;
  /** Makes the stream fail, and discards the rest of the part. */
  drop(): void;
  readonly result: Promise<T>;
}

/**
 * Chooses the part named `file`, or else the first file part. A part with another name goes to `accept` at once;
 * if a `file` part follows, the stream of the first one fails, and the result of the `file` part counts.
 * @param bodySizeBytesMax size of the whole body: the file, boundaries and other parts.
 * @param admit called with the size of each piece that arrives; its error refuses the upload.
 * @returns the result of `accept`, once the whole body has arrived.
 * @throws AppError `malformed_request`, `invalid_parameters` (no file), `body_too_large`, or what `accept` throws.
 */
export function takeFile<T>(
  request: IncomingMessage,
  bodySizeBytesMax: number,
  pace: FilePace,
  accept: (source: Readable) => Promise<T>,
  admit: (bytes: number) => AppError | undefined = () => undefined,
): Promise<T> {
  const limits = { fileSizeBytesMax: bodySizeBytesMax, partsMax };
  const parser = multipartParser(request.headers['content-type'] ?? '', limits, isFile);
  return new Promise((resolve, reject) => {
    let chosen: Chosen<T> | null = null;
    let receivedBytes = 0;
    const late = () => fail(malformed('The upload did not arrive in time.'));
    const tooLong = setTimeout(late, pace.uploadTimeoutMs);
    requirePace(request, pace, late);

    function settle(): void {
      clearTimeout(tooLong);
      request.off('data', count);
      request.off('close', brokeOff);
    }
    function fail(error: unknown): void {
      settle();
      request.unpipe(parser);
      chosen?.source.destroy(error instanceof Error ? error : undefined);
      // Read and discard the rest of the body, because most clients read the response only after sending.
      request.resume();
      reject(error);
    }
    function count(chunk: Buffer): void {
      receivedBytes += chunk.length;
      const refused = receivedBytes > bodySizeBytesMax ? bodyTooLarge(bodySizeBytesMax) : admit(chunk.length);
      if (refused !== undefined) fail(refused);
    }
    function brokeOff(): void {
      if (!request.complete) fail(malformed('The upload was interrupted.'));
    }
    function choose(name: string, part: Readable): void {
      // After `fail`, this stream can emit an error that nothing else handles; without a listener it ends the process.
      part.on('error', () => undefined);
      const unwanted = chosen !== null && (chosen.name === 'file' || name !== 'file');
      if (unwanted) {
        part.resume();
        return;
      }
      chosen?.drop();
      const source = new PassThrough();
      source.on('error', () => undefined);
      part.pipe(source, { end: false });
      const drop = () => {
        part.unpipe(source);
        source.destroy(malformed('Another part of the body is the file.'));
        part.resume();
      };
      const taken = { name, source, drop, result: accept(source) };
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
      chosen.source.end();
      chosen.result.then((value) => {
        settle();
        resolve(value);
      }, fail);
    }

    parser.on('file', choose);
    parser.on('finish', finish);
    parser.on('partsLimit', () => fail(malformed('The multipart body has too many parts.')));
    parser.on('fieldsLimit', () => fail(tooManyFields()));
    parser.on('error', () => fail(malformed('The multipart body is damaged.')));
    request.on('data', count);
    request.on('close', brokeOff);
    request.pipe(parser);
  });
}

/**
 * Calls `late` when too few bytes arrive within a window. If the body is still too slow after the response,
 * the connection closes. A window in which the service did not read the body, because the image processes
 * were busy, does not count.
 */
function requirePace(request: IncomingMessage, pace: FilePace, late: () => void): void {
  let arrivedBytes = 0;
  let hasPaused = false;
  let isLate = false;
  const timer = setInterval(() => {
    // After the response, only the socket emits an event when the connection ends.
    if (request.socket.destroyed) return stop();
    if (arrivedBytes < pace.uploadPaceBytesMin && !hasPaused && !request.isPaused()) {
      if (isLate) request.destroy();
      isLate = true;
      late();
    }
    arrivedBytes = 0;
    hasPaused = request.isPaused();
  }, pace.uploadPaceWindowMs);
  request.on('data', (chunk: Buffer) => {
    arrivedBytes += chunk.length;
  });
  request.on('pause', () => {
    hasPaused = true;
  });
  const stop = () => clearInterval(timer);
  request.once('end', stop);
  request.once('close', stop);
}

function malformed(detail: string): AppError {
  return new AppError('malformed_request', detail);
}
