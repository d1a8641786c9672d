/** Descriptions of request and response headers for the OpenAPI document. Handlers do not use them. */

const text = { type: 'string' };

export type HeaderDocuments = Readonly<
  Record<string, { readonly type: string; readonly description: string }>
>;

export const idempotencyKeyHeader: HeaderDocuments = {
  'Idempotency-Key': {
    ...text,
    description:
      'Makes a retry safe for 24 hours: 1 to 255 visible ASCII characters, at least 16 without a credential. A random UUID does.',
  },
};

export const lastEventIdHeader: HeaderDocuments = {
  'Last-Event-ID': { ...text, description: 'The `id` of the last `order` event that was seen.' },
};

export const replayedHeader: HeaderDocuments = {
  'Idempotent-Replayed': {
    ...text,
    description: '`true` when this is the stored answer of an earlier call.',
  },
};

export const userTokenHeader: HeaderDocuments = {
  'X-User-Token': {
    ...text,
    description: 'Token of the guest user that this call created. Send it as `Authorization: Bearer`.',
  },
};
