/** The client API's `face_consent`: the customer's consent that the shop may process photos with faces. */

import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import { formatDateTime, type TimeZone } from '../../domain/zoned-time.ts';
import type { ConsentState } from '../../usecases/members/face-consent.ts';
import { sendGuestToken } from '../callers/send-guest-token.ts';
import { userTokenHeader } from '../requests/documented-headers.ts';
import { operationPrefix, operationSchema } from '../requests/operation.ts';
import type { RouteContext } from '../route-context.ts';

const parameters = Type.Object({
  version: Type.Optional(
    Type.Integer({
      minimum: 1,
      description: 'Consents to this version of the text, which must be the newest one.',
    }),
  ),
  withdraw: Type.Optional(Type.Integer({ minimum: 0, maximum: 1, description: '1: withdraws the consent.' })),
});

const answer = Type.Object({
  required: Type.Boolean({
    description:
      'Whether uploads, `check_photo` and orders of pictures need the consent. Without it they are refused with 403 and the reason `consent_required`.',
  }),
  version: Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    description: 'The newest version of the text; null: the shop has never asked.',
  }),
  text: Type.Unsafe<{ readonly en: string; readonly zh: string } | null>({
    type: ['object', 'null'],
    properties: { en: { type: 'string' }, zh: { type: 'string' } },
    required: ['en', 'zh'],
    description: 'What the customer consents to, in English and Chinese.',
  }),
  given_at: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: 'When the caller consented to this version; null: not, or the consent was withdrawn.',
  }),
});

function toWire({ isRequired, text, consent }: ConsentState, zone: TimeZone): Static<typeof answer> {
  return {
    required: isRequired,
    version: text?.version ?? null,
    text: text === null ? null : { en: text.en, zh: text.zh },
    given_at: consent === null ? null : formatDateTime(consent.givenAt, zone),
  };
}

export function registerConsentOperation(
  plain: FastifyInstance,
  { options, identify, admitOrder }: RouteContext,
): void {
  const { service, publicUrl, zone } = options;
  const schema = {
    ...operationSchema({
      name: 'face_consent',
      summary: 'Read, give or withdraw the consent to process a face',
      description:
        'Without parameters the call changes nothing. With `version` it records the consent; a caller without a credential becomes a guest, whose token comes back in `X-User-Token` and in a cookie. With `withdraw=1` it withdraws the consent.',
      tag: 'Account',
      body: parameters,
      answer,
      answerDescription: 'The newest text, and the consent of the caller.',
      answerHeaders: userTokenHeader,
      errors: ['unauthenticated', 'invalid_credential', 'forbidden'],
    }),
    body: parameters,
  };
  const app = plain.withTypeProvider<TypeBoxTypeProvider>();
  app.post(`${operationPrefix}face_consent`, { schema }, async (request, reply) => {
    const { version, withdraw = 0 } = request.body;
    const caller = await identify(request);
    if (withdraw === 1) return toWire(await service.withdrawConsent(caller), zone);
    if (version === undefined) return toWire(await service.consentState(caller), zone);
    await admitOrder(caller);
    const given = await service.giveConsent(caller, version);
    if (given.guestToken !== null) sendGuestToken(request, reply, given.guestToken, publicUrl);
    return toWire(given, zone);
  });
}
