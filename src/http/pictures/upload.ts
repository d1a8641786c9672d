/** `ext_upload`: a photo in, a path out. The document names the operation (naming note) and shows its `path`. */

import { createHash } from 'node:crypto';
import { pipeline, type Readable, Transform } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import { AppError, invalidParameter } from '../../domain/errors.ts';
import type { Caller } from '../../usecases/callers/caller.ts';
import type { AcceptedUpload, IdempotencyKey } from '../../usecases/service.ts';
import type { Edge } from '../edge.ts';
import { requireDeclaredSize } from '../requests/body-parsers.ts';
import { idempotencyKeyHeader, replayedHeader } from '../requests/documented-headers.ts';
import { idempotencyKeyOf, markReplayed } from '../requests/idempotency-key.ts';
import { takeFile } from '../requests/multipart-file.ts';
import { operationPrefix, operationSchema } from '../requests/operation.ts';

const operation = 'ext_upload';

/** Room for boundaries and the other fields, which are ignored. */
const besidesFileBytesMax = 256 * 1024;

const uploadSchema = Type.Object({
  path: Type.String({
    description: 'For the order operations. Opaque; kept 24 hours unless an order uses it.',
  }),
  width: Type.Integer({ description: 'In pixels, after the orientation was applied.' }),
  height: Type.Integer({ description: 'In pixels.' }),
});

type WireUpload = Static<typeof uploadSchema>;

function uploadToWire(upload: AcceptedUpload): WireUpload {
  return { path: upload.path, width: upload.widthPx, height: upload.heightPx };
}

interface UploadCall {
  readonly edge: Edge;
  readonly request: FastifyRequest;
  readonly caller: Caller;
}

function take<T>({ edge, request }: UploadCall, accept: (source: Readable) => Promise<T>): Promise<T> {
  const { uploadSizeBytesMax, uploadTimeoutMs } = edge.options.limits;
  const bodySizeBytesMax = uploadSizeBytesMax + besidesFileBytesMax;
  return takeFile(request.raw, { bodySizeBytesMax, timeoutMs: uploadTimeoutMs }, accept);
}

async function acceptOnce(call: UploadCall): Promise<WireUpload> {
  const { edge, request, caller } = call;
  const accepted = await take(call, (source) =>
    edge.options.service.acceptUpload({ caller, source, requestId: request.id }),
  );
  return uploadToWire(accepted);
}

interface StoredAnswer {
  readonly digest: string;
  readonly upload: WireUpload;
}

function parseStored(text: string): StoredAnswer {
  return JSON.parse(text) as StoredAnswer;
}

/**
 * With a key, the file's digest tells a retry from another file. It is known only after the last byte, so it
 * is stored with the answer, and a retry's bytes are read, hashed and thrown away before they are compared.
 */
async function acceptWithKey(
  call: UploadCall,
  key: IdempotencyKey,
  reply: FastifyReply,
): Promise<WireUpload> {
  const { service } = call.edge.options;
  const { caller, request } = call;
  const start = await service.beginIdempotent(caller, operation, key);
  if (start.kind === 'replay') {
    const stored = parseStored(start.answer);
    if ((await take(call, digestOf)) !== stored.digest) {
      throw new AppError('idempotency_key_reused', 'This Idempotency-Key was used with another file.');
    }
    markReplayed(reply);
    return stored.upload;
  }
  try {
    const stored = await take(call, async (source): Promise<StoredAnswer> => {
      const { through, digest } = hashed(source);
      const accepted = await service.acceptUpload({ caller, source: through, requestId: request.id });
      return { digest: digest(), upload: uploadToWire(accepted) };
    });
    await service.endIdempotent(start.claim, JSON.stringify(stored));
    return stored.upload;
  } catch (error) {
    await service.abandonIdempotent(start.claim);
    throw error;
  }
}

async function digestOf(source: Readable): Promise<string> {
  const hash = createHash('sha256');
  source.on('data', (chunk: Buffer) => hash.update(chunk));
  await finished(source);
  return hash.digest('base64url');
}

function hashed(source: Readable): { readonly through: Readable; readonly digest: () => string } {
  const hash = createHash('sha256');
  const through = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  // Errors travel both ways; whoever reads `through` hears of them.
  pipeline(source, through, () => undefined);
  return { through, digest: () => hash.digest('base64url') };
}

/** Register in a context of its own: its multipart parser leaves the body as a stream. */
export function registerUpload(app: FastifyInstance, edge: Edge): void {
  const { limits } = edge.options;
  app.removeContentTypeParser([
    'application/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
  ]);
  app.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null, null));
  const schema = operationSchema({
    name: operation,
    summary: 'Upload a photo',
    description: `JPEG, PNG, WebP, AVIF or TIFF, up to ${Math.floor(limits.uploadSizeBytesMax / 1024 / 1024)} MB. The image is decoded before the path is given out; metadata is dropped.`,
    tag: 'Uploads',
    body: Type.Object({
      file: Type.Unsafe<unknown>({ type: 'string', format: 'binary', description: 'The photo.' }),
    }),
    multipartOnly: true,
    answer: uploadSchema,
    answerDescription: 'The photo was accepted.',
    requestHeaders: idempotencyKeyHeader,
    answerHeaders: replayedHeader,
    errors: [
      'unauthenticated',
      'invalid_credential',
      'unusable_image',
      'request_in_flight',
      'idempotency_key_reused',
    ],
  });
  app.post(
    `${operationPrefix}${operation}`,
    // The body is a stream here: there is nothing to validate before it has flowed.
    { schema, validatorCompiler: () => () => true },
    async (request, reply) => {
      if (request.headers['content-type'] === undefined) {
        throw invalidParameter('file', 'missing', 'Send the photo as a file part named `file`.');
      }
      requireDeclaredSize(request, limits.uploadSizeBytesMax + besidesFileBytesMax);
      const call = { edge, request, caller: await edge.identify(request) };
      const key = idempotencyKeyOf(request, operation, null);
      return key === null ? acceptOnce(call) : acceptWithKey(call, key, reply);
    },
  );
}
