/**
 * Parses JSON, form and multipart bodies into plain parameters, for every operation. Files in multipart bodies
 * are skipped; `ext_upload` has its own parser.
 */

import { parse as parseForm } from 'node:querystring';
import type { Readable } from 'node:stream';
import { Busboy, type BusboyConfig, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../domain/errors.ts';
import { costOf } from './route-cost.ts';

const fieldsMax = 64;
const fieldNameBytesMax = 128;
const partsMax = 128;

function malformed(detail: string, cause?: unknown): AppError {
  return new AppError('malformed_request', detail, { cause });
}

export function tooManyFields(): AppError {
  return malformed(`The body has more than ${fieldsMax} fields.`);
}

/** `JSON.parse` makes `__proto__` an own property; that is safe, because only known parameter names are read. */
function parseJson(text: string): unknown {
  // An empty body has no parameters.
  if (text.length === 0) return null;
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw malformed('The body is not valid JSON.', cause);
  }
}

/** @throws AppError `malformed_request` when the header has no boundary. */
export function multipartParser(
  contentType: string,
  limits: { fileSizeBytesMax: number; partsMax: number },
  isFile?: BusboyConfig['isPartAFile'],
): BusboyInstance {
  const headers: BusboyHeaders = { 'content-type': contentType };
  try {
    return new Busboy({
      headers,
      ...(isFile === undefined ? {} : { isPartAFile: isFile }),
      limits: {
        fieldNameSize: fieldNameBytesMax,
        fieldSize: 16 * 1024,
        fields: fieldsMax,
        fileSize: limits.fileSizeBytesMax,
        parts: limits.partsMax,
        headerPairs: 32,
      },
    });
  } catch (cause) {
    throw malformed('The multipart body has no boundary.', cause);
  }
}

function parseMultipartFields(
  payload: Readable,
  contentType: string,
  sizeBytesMax: number,
): Promise<unknown> {
  const parser = multipartParser(contentType, { fileSizeBytesMax: sizeBytesMax, partsMax });
  return new Promise((resolve, reject) => {
    const fields: Record<string, string | string[]> = Object.create(null);
    let receivedBytes = 0;

    function fail(error: AppError): void {
      payload.unpipe(parser);
      payload.resume();
      reject(error);
    }
    payload.on('data', (chunk: Buffer) => {
      receivedBytes += chunk.length;
      if (receivedBytes > sizeBytesMax) fail(bodyTooLarge(sizeBytesMax));
    });
    payload.on('error', (cause) => fail(malformed('The body was interrupted.', cause)));
    payload.on('close', () => fail(malformed('The body was interrupted.')));
    parser.on('field', (name, value) => {
      const before = fields[name];
      fields[name] = before === undefined ? value : [before, value].flat();
    });
    parser.on('file', (_name, stream) => {
      // If the body ends within a file, the stream emits an error, which without a listener would end the process.
      stream.on('error', () => undefined);
      stream.resume();
    });
    parser.on('partsLimit', () => fail(malformed('The multipart body has too many parts.')));
    parser.on('fieldsLimit', () => fail(tooManyFields()));
    parser.on('error', (cause) => fail(malformed('The multipart body is damaged.', cause)));
    parser.on('finish', () => resolve(fields));
    payload.pipe(parser);
  });
}

function contentTypeOf(request: FastifyRequest): string {
  return request.headers['content-type'] ?? '';
}

/** The text of 415. */
export const mediaTypesText =
  'Send JSON, application/x-www-form-urlencoded or multipart/form-data. ext_upload takes only multipart/form-data, with the photo in a file part named `file`.';

/** @param sizeBytesMax the size that the body exceeds. */
export function bodyTooLarge(sizeBytesMax: number): AppError {
  const mebibytes = Math.floor(sizeBytesMax / 1024 / 1024);
  const limit = mebibytes > 0 ? `${mebibytes} MiB` : `${Math.floor(sizeBytesMax / 1024)} KiB`;
  return new AppError('body_too_large', `The body is larger than ${limit}.`);
}

/** Checks `Content-Length` before the body is read. @throws AppError `body_too_large` */
export function requireDeclaredSize(request: FastifyRequest, sizeBytesMax: number): void {
  const declared = Number(request.headers['content-length'] ?? 0);
  if (declared > sizeBytesMax) throw bodyTooLarge(sizeBytesMax);
}

function isEmpty({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0;
}

/**
 * Refuses compressed bodies (RFC 9110, 15.5.16), because the bytes of one can pass for a form without fields. Payment
 * providers are not refused: whether a notification can be read is decided by its signature.
 */
function refuseCompressedBodies(app: FastifyInstance): void {
  app.addHook('preParsing', (request, reply, payload, done) => {
    const coding = request.headers['content-encoding']?.toLowerCase() ?? 'identity';
    const isRead = !isEmpty(request) && costOf(request) !== 'notification';
    if (coding === 'identity' || !isRead) return done(null, payload);
    reply.header('accept-encoding', 'identity');
    done(new AppError('unsupported_media_type', 'Send the body without compression.'));
  });
}

/** Replaces Fastify's parsers in `app` and in all contexts registered in it. */
export function parseBodies(app: FastifyInstance, sizeBytesMax: number): void {
  refuseCompressedBodies(app);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (_request, text, done) => {
    try {
      done(null, parseJson(text));
    } catch (error) {
      done(error instanceof Error ? error : malformed('The body is not valid JSON.'));
    }
  });
  app.addContentTypeParser<string>(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, text, done) => {
      // Node also counts the empty text between two separators as a key.
      const full = text.replace(/(^|&)&+/g, '$1');
      const fields = parseForm(full, '&', '=', { maxKeys: fieldsMax + 1 });
      // A name that is repeated has all its values.
      if (Object.values(fields).flat().length > fieldsMax) done(tooManyFields());
      else done(null, fields);
    },
  );
  app.addContentTypeParser('multipart/form-data', async (request: FastifyRequest, payload: Readable) => {
    // An empty body has no parameters.
    if (isEmpty(request)) return null;
    requireDeclaredSize(request, sizeBytesMax);
    return parseMultipartFields(payload, contentTypeOf(request), sizeBytesMax);
  });
  // Browsers and libraries send any `Content-Type` with an empty body, for example `text/plain`.
  app.addContentTypeParser('*', (request, _payload, done) => {
    if (isEmpty(request)) return done(null, null);
    done(new AppError('unsupported_media_type', mediaTypesText));
  });
}
