/** The client API's `login`: a mini program exchanges the code of `wx.login` for a user and a token of the service. */

import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { AppError } from '../../domain/errors.ts';
import type { Caller } from '../../usecases/callers/caller.ts';
import type { Identify } from '../callers/caller.ts';
import { operationPrefix, operationSchema } from '../requests/operation.ts';
import type { RouteContext } from '../route-context.ts';

const loginParameters = Type.Object({
  provider: Type.String({
    minLength: 1,
    maxLength: 32,
    description: 'The provider that made the code.',
    examples: ['wechat'],
  }),
  code: Type.String({
    minLength: 1,
    maxLength: 256,
    description: 'The code of `wx.login`. It is valid for five minutes and can be used once.',
  }),
});

const signedInSchema = Type.Object({
  user_id: Type.Integer({ description: 'The customer. The same account always signs in the same customer.' }),
  token: Type.String({ description: 'Send it as `Authorization: Bearer <token>`.' }),
  expires_in: Type.Integer({ description: 'How long the token is valid, in seconds.', examples: [31536000] }),
});

export function registerLoginOperations(plain: FastifyInstance, { options, identify }: RouteContext): void {
  const schema = {
    ...operationSchema({
      name: 'login',
      summary: 'Sign in with WeChat',
      description:
        'The orders and the membership of a guest who sends a token move to the customer who signs in. An expired token is ignored.',
      tag: 'Account',
      body: loginParameters,
      answer: signedInSchema,
      answerDescription: 'The customer is signed in.',
    }),
    body: loginParameters,
  };
  plain
    .withTypeProvider<TypeBoxTypeProvider>()
    .post(`${operationPrefix}login`, { schema }, async (request) => {
      const { provider, code } = request.body;
      const caller = await callerOrAnonymous(identify, request);
      const signedIn = await options.service.login({ caller, provider, code, requestId: request.id });
      return { user_id: signedIn.userId, token: signedIn.token, expires_in: signedIn.expiresInS };
    });
}

/** Clients sign in because they have no valid token, so a missing or invalid credential does not make the call fail. */
async function callerOrAnonymous(identify: Identify, request: FastifyRequest): Promise<Caller> {
  try {
    return await identify(request);
  } catch (error) {
    if (error instanceof AppError && error.status === 401) return { kind: 'anonymous' };
    throw error;
  }
}
