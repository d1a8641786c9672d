/** Descriptions of request and response headers for the OpenAPI document. Handlers do not use them. */

const text = { type: 'string' };

export type HeaderDocuments = Readonly<
  Record<string, { readonly type: string; readonly description: string }>
>;

export const idempotencyKeyHeader: HeaderDocuments = {
  'Idempotency-Key': {
    ...text,
    description:
      'For 24 hours, a repeated call with the same key has no second effect. 1 to 255 visible ASCII characters, at least 16 if the call has no credential; for example a random UUID.',
  },
};

export const photoLinkHeader: HeaderDocuments = {
  'Photo-Link': {
    ...text,
    description: 'The `token` of `create_photo_link`: the photo is for the order form that made the link.',
  },
};

export const lastEventIdHeader: HeaderDocuments = {
  'Last-Event-ID': { ...text, description: 'The `id` of the last `order` event that was seen.' },
};

export const replayedHeader: HeaderDocuments = {
  'Idempotent-Replayed': {
    ...text,
    description: '`true` if this response was stored for an earlier call with the same key.',
  },
};

export const userTokenHeader: HeaderDocuments = {
  'X-User-Token': {
    ...text,
    description: 'Token of the guest user that this call created. Send it as `Authorization: Bearer`.',
  },
};

const renewal =
  'a new token of the same guest, if the token of the call is older than 30 days: send it with later calls instead of the earlier one';

export const renewedTokenHeader: HeaderDocuments = {
  'X-User-Token': { ...text, description: `Only for guests: ${renewal}.` },
};

export const orderTokenHeader: HeaderDocuments = {
  'X-User-Token': {
    ...text,
    description: `Token of the guest user that this call created, to be sent as \`Authorization: Bearer\`; or ${renewal}.`,
  },
};

const retryAfter: HeaderDocuments = {
  'Retry-After': { type: 'integer', description: 'Seconds to wait before the next try, if they are known.' },
};

const headersByStatus: Readonly<Record<number, HeaderDocuments>> = {
  401: { 'WWW-Authenticate': { ...text, description: 'The scheme of the credential: `Bearer`.' } },
  429: retryAfter,
  502: retryAfter,
  503: retryAfter,
};

/** The headers of an error with this status, besides those of every response. */
export function errorHeaders(status: number): { readonly headers?: HeaderDocuments } {
  const headers = headersByStatus[status];
  return headers === undefined ? {} : { headers };
}
