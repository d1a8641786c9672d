/** Console API: list, create and revoke API tokens. */

import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import type { ApiToken } from '../../usecases/operators/api-token-store.ts';
import { createApiToken, listApiTokens, revokeApiToken } from '../../usecases/operators/api-tokens.ts';
import { digestOfApiToken, newApiToken } from '../callers/api-token.ts';
import type { ConsoleContext } from '../console/console-context.ts';
import { consolePrefix, consoleSchema } from '../console/console-schema.ts';
import { idParams } from '../console/schema-fields.ts';
import { utcText, utcTextOrNull } from '../console/utc-text.ts';
import {
  apiTokensQuery,
  apiTokensSchema,
  createApiTokenBody,
  createdApiTokenSchema,
} from './console-api-token-schemas.ts';

function tokenToWire({ id, name, role, operator, createdAt, expiresAt, usedAt }: ApiToken) {
  return {
    id,
    name,
    role,
    operator_name: operator.name,
    created_at: utcText(createdAt),
    expires_at: utcText(expiresAt),
    used_at: utcTextOrNull(usedAt),
  };
}

const listedSchema = consoleSchema(
  {
    name: 'api_tokens',
    summary: 'List API tokens',
    description: 'Lists the operator’s own tokens; for owners, the tokens of all operators.',
    answer: apiTokensSchema,
    answerDescription: 'The tokens that have not ended, newest first.',
  },
  { querystring: apiTokensQuery },
);

const createdSchema = consoleSchema(
  {
    name: 'create_api_token',
    summary: 'Create an API token',
    description:
      'The token’s role must not be above the operator’s own role. Needs a session: a token cannot create tokens.',
    answer: createdApiTokenSchema,
    answerStatus: 201,
    answerDescription: 'The token, with its secret.',
  },
  { body: createApiTokenBody },
);

const revokedSchema = consoleSchema(
  {
    name: 'revoke_api_token',
    ignoresBody: true,
    summary: 'Revoke an API token',
    description: 'Revokes one of the operator’s own tokens; for owners, any token. Needs a session.',
    answerDescription: 'The token has ended.',
    errors: ['unknown_item'],
  },
  { params: idParams },
);

export function registerConsoleApiTokenRoutes(plain: FastifyInstance, context: ConsoleContext): void {
  const { deps, callerOf, sessionCallerOf } = context;
  const app = plain.withTypeProvider<TypeBoxTypeProvider>();

  app.get(`${consolePrefix}api_tokens`, { schema: listedSchema }, async (request) => {
    const tokens = await listApiTokens(deps, callerOf(request), request.query.whose ?? 'own');
    return { api_tokens: tokens.map(tokenToWire) };
  });

  app.post(`${consolePrefix}api_tokens`, { schema: createdSchema }, async (request, reply) => {
    const secret = newApiToken(deps.random);
    const call = { ...request.body, digest: digestOfApiToken(secret) };
    const token = await createApiToken(deps, sessionCallerOf(request), call);
    return reply.code(201).send({ api_token: tokenToWire(token), secret });
  });

  app.delete(`${consolePrefix}api_tokens/:id`, { schema: revokedSchema }, async (request, reply) => {
    await revokeApiToken(deps, sessionCallerOf(request), request.params.id);
    return reply.code(204).send();
  });
}
