/** The client API's `ext_upload`: takes a photo and returns its `path` for the order operations. */

import { createHash } from 'node:crypto';
import { pipeline, type Readable, Transform } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import { type Static, Type } from 'typebox';
import { AppError, invalidParameter } from '../../domain/errors.ts';
import type { Caller } from '../../usecases/callers/caller.ts';
import type { AcceptedUpload, IdempotencyKey } from '../../usecases/service.ts';
import { clientKey } from '../callers/client-address.ts';
import { createUploadQuota, otherPartsSizeBytesMax, type UploadQuota } from '../callers/upload-quota.ts';
import { declaredBytes } from '../requests/body-arrival.ts';
import { requireDeclaredSize } from '../requests/body-parsers.ts';
import { idempotencyKeyHeader, photoLinkHeader, replayedHeader } from '../requests/documented-headers.ts';
import { idempotencyKeyOf, markReplayed } from '../requests/idempotency-key.ts';
import { takeFile } from '../requests/multipart-file.ts';
import { operationPrefix, operationSchema } from '../requests/operation.ts';
import type { RouteContext } from '../route-context.ts';

const operation = 'ext_upload';

const uploadSchema = Type.Object({
  path: Type.String({
    description: 'Path for the order operations. Opaque; the photo is kept 24 hours unless an order uses it.',
  }),
  width: Type.Integer({ description: 'In pixels, after the orientation was applied.' }),
  height: Type.Integer({ description: 'In pixels.' }),
});

type WireUpload = Static<typeof uploadSchema>;

function uploadToWire(upload: AcceptedUpload): WireUpload {
  return { path: upload.path, width: upload.widthPx, height: upload.heightPx };
}

function photoLinkOf({ headers }: FastifyRequest): { readonly photoLink?: string } {
  const token = headers['photo-link'];
  return typeof token === 'string' ? { photoLink: token } : {};
}

interface UploadCall {
  readonly context: RouteContext;
  readonly request: FastifyRequest;
  readonly caller: Caller;
  readonly quota: UploadQuota;
}

function take<T>(
  { context, request, quota }: UploadCall,
  accept: (source: Readable) => Promise<T>,
): Promise<T> {
  const { limits } = context.options;
  const sizeBytesMax = limits.uploadSizeBytesMax + otherPartsSizeBytesMax;
  // If the request declares the size of its body, the body was counted before it was read.
  const isCounted = Number.isFinite(declaredBytes(request));
  return takeFile(request.raw, sizeBytesMax, limits, accept, (bytes) =>
    isCounted ? undefined : quota.takeArrived(clientKey(request.ip), bytes),
  );
}

/**
 * Counts an upload before it is read. A body that is larger than the route allows is not counted: the route refuses it
 * without reading it.
 */
function countDeclaredBytes(quota: UploadQuota): onRequestHookHandler {
  return (request, reply, done) => {
    const client = clientKey(request.ip);
    const bytes = declaredBytes(request);
    const end = (refused: AppError | undefined) => {
      if (refused !== undefined && !quota.mayDiscard(client, bytes)) reply.header('connection', 'close');
      describeQuota(reply, quota, client);
      done(refused);
    };
    const refused = bytes <= request.routeOptions.bodyLimit ? quota.take(client, bytes) : undefined;
    if (refused instanceof Promise) void refused.then(end);
    else end(refused);
  };
}

/** Adds the quota to the limits that `rate-limit.ts` reports. */
function describeQuota(reply: FastifyReply, quota: UploadQuota, client: string): void {
  const described = quota.describe(client);
  if (described === undefined) return;
  const add = (name: string, item: string) => {
    const others = reply.getHeader(name);
    reply.header(name, typeof others === 'string' ? `${others}, ${item}` : item);
  };
  add('ratelimit-policy', described.policy);
  add('ratelimit', described.state);
}

async function acceptOnce(call: UploadCall): Promise<WireUpload> {
  const { context, request, caller } = call;
  const accepted = await take(call, (source) =>
    context.options.service.acceptUpload({
      caller,
      client: clientKey(request.ip),
      source,
      ...photoLinkOf(request),
      requestId: request.id,
    }),
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
 * With an idempotency key, the file's digest distinguishes a retry from a call with another file. The digest
 * is complete only after the last byte, so it is stored with the response. The file of a retry is read, its
 * digest is compared with the stored digest, and the file is discarded.
 */
async function acceptWithKey(
  call: UploadCall,
  key: IdempotencyKey,
  reply: FastifyReply,
): Promise<WireUpload> {
  const { service } = call.context.options;
  const { caller, request } = call;
  const link = photoLinkOf(request);
  const start = await service.beginIdempotent(caller, operation, key);
  if (start.kind === 'replay') {
    const stored = parseStored(start.answer);
    if ((await take(call, (source) => digestOf(source, link.photoLink))) !== stored.digest) {
      throw new AppError('idempotency_key_reused', 'This Idempotency-Key was used with another file.');
    }
    markReplayed(reply);
    return stored.upload;
  }
  try {
    const stored = await take(call, async (source): Promise<StoredAnswer> => {
      const { through, digest } = hashed(source, link.photoLink);
      const accepted = await service.acceptUpload({
        caller,
        client: clientKey(request.ip),
        source: through,
        ...link,
        requestId: request.id,
      });
      return { digest: digest(), upload: uploadToWire(accepted) };
    });
    await service.endIdempotent(start.claim, JSON.stringify(stored));
    return stored.upload;
  } catch (error) {
    await service.abandonIdempotent(start.claim);
    throw error;
  }
}

/** Computes the digest of a file and of the photo link through which it was sent, if there is one. */
async function digestOf(source: Readable, photoLink = ''): Promise<string> {
  const hash = createHash('sha256').update(photoLink);
  source.on('data', (chunk: Buffer) => hash.update(chunk));
  await finished(source);
  return hash.digest('base64url');
}

function hashed(
  source: Readable,
  photoLink = '',
): { readonly through: Readable; readonly digest: () => string } {
  const hash = createHash('sha256').update(photoLink);
  const through = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  // `pipeline` passes errors on to `through`, so this callback has nothing to do.
  pipeline(source, through, () => undefined);
  return { through, digest: () => hash.digest('base64url') };
}

/** @param app a Fastify context of its own, because this multipart parser leaves the body as a stream. */
export function registerUploadOperations(app: FastifyInstance, context: RouteContext): void {
  const { limits } = context.options;
  const bodySizeBytesMax = limits.uploadSizeBytesMax + otherPartsSizeBytesMax;
  const quota = createUploadQuota(context.options, context.limitExchange);
  app.addHook('onRequest', countDeclaredBytes(quota));
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
      file: Type.Unsafe<unknown>({
        type: 'string',
        format: 'binary',
        description: 'The photo file: JPEG, PNG, WebP, AVIF or TIFF.',
      }),
    }),
    multipartOnly: true,
    answer: uploadSchema,
    answerDescription: 'The photo was accepted.',
    requestHeaders: { ...idempotencyKeyHeader, ...photoLinkHeader },
    answerHeaders: replayedHeader,
    errors: [
      'unauthenticated',
      'invalid_credential',
      'unusable_image',
      'link_expired',
      'request_in_flight',
      'idempotency_key_reused',
    ],
  });
  app.post(
    `${operationPrefix}${operation}`,
    // The body is still a stream here, so there is nothing to validate.
    { schema, bodyLimit: bodySizeBytesMax, validatorCompiler: () => () => true },
    async (request, reply) => {
      if (request.headers['content-type'] === undefined) {
        throw invalidParameter('file', 'missing', 'Send the photo as a file part named `file`.');
      }
      requireDeclaredSize(request, bodySizeBytesMax);
      const call = { context, request, quota, caller: await context.identify(request) };
      const key = idempotencyKeyOf(request, operation, null);
      return key === null ? acceptOnce(call) : acceptWithKey(call, key, reply);
    },
  );
}
