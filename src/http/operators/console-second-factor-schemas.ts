/** Second factors of operators in the console's API. */

import { type Static, Type } from 'typebox';
import type { PasskeyAnswer } from '../../usecases/ports/second-factors.ts';
import { anyFields, nullableTime, time } from '../console/schema-fields.ts';

const base64url = (maxLength: number) =>
  Type.String({ minLength: 1, maxLength, description: 'Base64url, as the authenticator returned it.' });

/** What the authenticator returned for a challenge. */
export const passkeyBody = Type.Object({
  credential_id: base64url(1400),
  client_data: base64url(4096),
  authenticator_data: base64url(4096),
  signature: base64url(8192),
});

export function passkeyAnswerOf(body: Static<typeof passkeyBody>): PasskeyAnswer {
  const { credential_id, client_data, authenticator_data, signature } = body;
  return {
    credentialId: credential_id,
    clientData: client_data,
    authenticatorData: authenticator_data,
    signature,
  };
}

export const passkeyOptionsSchema = Type.Object({
  options: anyFields('The options for `navigator.credentials`, in JSON.'),
});

const passkeySchema = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  created_at: time(),
  used_at: nullableTime('The last use; null: never used.'),
});

export const secondFactorsSchema = Type.Object({
  required: Type.Boolean({ description: 'Every operator of the shop must have a second factor.' }),
  authenticator_app_since: nullableTime('Null: the operator has no authenticator app.'),
  passkeys: Type.Array(passkeySchema),
  passkeys_possible: Type.Boolean({
    description: 'False where browsers make no passkeys, for example if `PUBLIC_URL` is an IP address.',
  }),
  recovery_codes_left: Type.Integer(),
});

export const appSetUpSchema = Type.Object({
  secret: Type.String({ description: 'Base32. Only this response contains it.' }),
  address: Type.String({ description: 'The `otpauth:` address for a QR code.' }),
});

const recoveryCodes = Type.Array(Type.String(), { description: 'Only this response contains them.' });

/** New recovery codes; null if the operator already had a second factor. */
const recoveryCodesOrNull = Type.Unsafe<readonly string[] | null>({
  type: ['array', 'null'],
  items: { type: 'string' },
  description: 'Only this response contains them. Null: the operator had a second factor before.',
});

export const confirmedAppSchema = Type.Object({ recovery_codes: recoveryCodesOrNull });

export const recoveryCodesSchema = Type.Object({ recovery_codes: recoveryCodes });

export const newPasskeyBody = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 64 }),
  credential_id: base64url(1400),
  client_data: base64url(4096),
  attestation_object: base64url(32_768),
  transports: Type.Array(Type.String({ maxLength: 20 }), { maxItems: 10 }),
});

export const addedPasskeySchema = Type.Object({
  passkey: passkeySchema,
  recovery_codes: recoveryCodesOrNull,
});

export const signInRulesBody = Type.Object({ second_factor_required: Type.Boolean() });
export const signInRulesSchema = Type.Object({ second_factor_required: Type.Boolean() });
