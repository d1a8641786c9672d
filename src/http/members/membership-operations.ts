/** The client API's look-up of the caller's membership: `my_vip`. */

import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { formatDateTime } from '../../domain/zoned-time.ts';
import { sendRenewedToken } from '../callers/send-guest-token.ts';
import { renewedTokenHeader } from '../requests/documented-headers.ts';
import { operationPrefix, operationSchema } from '../requests/operation.ts';
import type { RouteContext } from '../route-context.ts';

const membershipSchema = Type.Object({
  is_vip: Type.Boolean({ description: 'Whether the caller is a member now.' }),
  vip_until: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: 'End of the membership; null without one.',
    examples: ['2026-12-02 09:30:00'],
  }),
});

export function registerMembershipOperations(
  app: FastifyInstance,
  { options, identify }: RouteContext,
): void {
  const { service, zone } = options;
  const schema = operationSchema({
    name: 'my_vip',
    summary: 'Show my membership',
    description: 'For calls with the token of a signed-in user or a guest.',
    tag: 'Account',
    answer: membershipSchema,
    answerDescription: 'The caller’s membership.',
    answerHeaders: renewedTokenHeader,
    errors: ['unauthenticated', 'invalid_credential'],
  });
  app.post(`${operationPrefix}my_vip`, { schema }, async (request, reply) => {
    const caller = await identify(request);
    const { active, memberUntil } = await service.myVip(caller);
    await sendRenewedToken(request, reply, caller, options);
    return { is_vip: active, vip_until: memberUntil === null ? null : formatDateTime(memberUntil, zone) };
  });
}
