/**
 * The client API's `guest_token` and `end_guest_tokens`. The specification does not define authentication (5:
 * "Authentication: not shown."), so these operations are an addition to it.
 */

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { EndingKey } from '../../usecases/members/end-guest-tokens.ts';
import { tokenLifetimeMs } from '../../usecases/ports/identity.ts';
import { readCredentials } from '../callers/credentials.ts';
import { sendGuestToken } from '../callers/send-guest-token.ts';
import { idempotencyKeyHeader, replayedHeader, userTokenHeader } from '../requests/documented-headers.ts';
import { idempotencyKeyOf, markReplayed } from '../requests/idempotency-key.ts';
import { operationPrefix, operationSchema } from '../requests/operation.ts';
import type { RouteContext } from '../route-context.ts';

export function registerGuestTokenOperations(
  app: FastifyInstance,
  { options, identify }: RouteContext,
): void {
  const { service, publicUrl } = options;
  const tokenSchema = operationSchema({
    name: 'guest_token',
    summary: 'Get a token for another device',
    description:
      'Returns another token of the guest, with which a second device has the same orders and membership. A browser that sends the token as `Authorization: Bearer` also receives it in its cookie. The token is a credential: everyone who has it can use the orders. `end_guest_tokens` ends it.',
    tag: 'Account',
    answer: Type.Object({
      token: Type.String({ description: 'Send it as `Authorization: Bearer <token>`.' }),
      expires_in: Type.Integer({
        description:
          'How long the token is valid, in seconds. While the guest is a member, it is valid for longer if necessary.',
        examples: [31536000],
      }),
    }),
    answerDescription: 'Another token of the same guest.',
    answerHeaders: userTokenHeader,
    errors: ['unauthenticated', 'invalid_credential', 'forbidden'],
  });
  app.post(`${operationPrefix}guest_token`, { schema: tokenSchema }, async (request, reply) => {
    const caller = await identify(request);
    const credentials = readCredentials(request.headers, publicUrl.startsWith('https:'));
    const token = await service.issueGuestToken(caller, credentials);
    sendGuestToken(request, reply, token, publicUrl);
    return { token, expires_in: tokenLifetimeMs / 1_000 };
  });

  const schema = operationSchema({
    name: 'end_guest_tokens',
    summary: 'End all tokens of a guest or user',
    description:
      'Ends every token that the service has issued to the guest, or to the user by `login`, also the token of this call. The response contains a new token in `X-User-Token` and in a cookie, so that the caller keeps orders and membership. Users of the identity provider get no new token. Send an `Idempotency-Key`: if the response is lost, a repeated call with the same key and the same token, which has ended, returns the same new token.',
    tag: 'Account',
    answer: Type.Object({ ended: Type.Boolean({ description: 'Always true: the tokens have ended.' }) }),
    answerDescription: 'The earlier tokens are not valid any more.',
    answerHeaders: { ...userTokenHeader, ...replayedHeader },
    requestHeaders: idempotencyKeyHeader,
    errors: ['unauthenticated', 'invalid_credential', 'forbidden', 'invalid_parameters'],
  });
  app.post(`${operationPrefix}end_guest_tokens`, { schema }, async (request, reply) => {
    const key = endingKeyOf(request, publicUrl.startsWith('https:'));
    // The key comes before the credential, which an earlier call with this key has ended.
    const earlier = key === null ? undefined : await service.tokensEndedBefore(key);
    const { token, replayed } = earlier ?? (await service.endGuestTokens(await identify(request), key));
    if (replayed) markReplayed(reply);
    if (token !== null) sendGuestToken(request, reply, token, publicUrl);
    return { ended: true };
  });
}

/** @returns null without a key or a token. @throws AppError `invalid_parameters` for a malformed key. */
function endingKeyOf(request: FastifyRequest, secure: boolean): EndingKey | null {
  const given = idempotencyKeyOf(request, 'end_guest_tokens', {});
  const { bearer, cookie } = readCredentials(request.headers, secure);
  const credential = bearer ?? cookie;
  return given === null || credential === undefined ? null : { key: given.key, credential };
}
