/** Console API: prove the operator's identity again in a session, with the password or the second factor. */

import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import { invalidParameter } from '../../domain/errors.ts';
import {
  type RepeatedProof,
  reauthenticate,
  reauthenticationOptions,
} from '../../usecases/operators/reauthenticate.ts';
import { clientKey } from '../callers/client-address.ts';
import type { ConsoleContext } from '../console/console-context.ts';
import { consolePrefix, consoleSchema } from '../console/console-schema.ts';
import { passkeyAnswerOf, passkeyBody, passkeyOptionsSchema } from './console-second-factor-schemas.ts';
import { codeBody, signInBody } from './console-session-schemas.ts';

const body = Type.Object({
  password: Type.Optional(signInBody.properties.password),
  code: Type.Optional(codeBody.properties.code),
});

const provenSchema = consoleSchema(
  {
    name: 'reauthenticate',
    summary: 'Prove your identity again',
    description:
      'With either the password or a code. Calls that need a recent proof answer 403 with the reason `reauthentication_required` when the last one is older than ten minutes.',
    answerDescription: 'The session has a recent proof.',
  },
  { body },
);

const passkeySchema = consoleSchema(
  {
    name: 'reauthenticate_passkey',
    summary: 'Prove your identity again with a passkey',
    answerDescription: 'The session has a recent proof.',
  },
  { body: passkeyBody },
);

const optionsSchema = consoleSchema(
  {
    name: 'reauthentication_options',
    ignoresBody: true,
    summary: 'The challenge for a passkey that proves who one is',
    answer: passkeyOptionsSchema,
    answerDescription: 'The options for `navigator.credentials.get`.',
  },
  {},
);

/** Operators may make this call before they have set up a second factor that the shop requires. */
const config = { session: 'without_second_factor' } as const;

/** @throws AppError `invalid_parameters` unless exactly one proof is given. */
function proofOf({ password, code }: Static<typeof body>): RepeatedProof {
  if (password !== undefined && code === undefined) return { password };
  if (code !== undefined && password === undefined) return { code };
  throw invalidParameter('password', 'missing', 'Send either a password or a code.');
}

export function registerConsoleReauthenticationRoutes(
  plain: FastifyInstance,
  { deps, sessionCallerOf }: ConsoleContext,
): void {
  const app = plain.withTypeProvider<TypeBoxTypeProvider>();
  app.post(
    `${consolePrefix}session/reauthenticate`,
    { schema: provenSchema, config: { ...config, cost: 'signIn' } },
    async (request, reply) => {
      const proof = proofOf(request.body);
      await reauthenticate(deps, sessionCallerOf(request), proof, clientKey(request.ip));
      return reply.code(204).send();
    },
  );
  app.post(
    `${consolePrefix}session/reauthenticate_passkey`,
    { schema: passkeySchema, config: { ...config, cost: 'signIn' } },
    async (request, reply) => {
      const proof = { passkey: passkeyAnswerOf(request.body) };
      await reauthenticate(deps, sessionCallerOf(request), proof, clientKey(request.ip));
      return reply.code(204).send();
    },
  );
  app.post(
    `${consolePrefix}session/reauthentication_options`,
    { schema: optionsSchema, config },
    async (request) => ({ options: await reauthenticationOptions(deps, sessionCallerOf(request)) }),
  );
}
