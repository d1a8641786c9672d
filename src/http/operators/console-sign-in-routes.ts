/** Console API: sign in with name and password and, where the operator has one, the second factor. */

import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  type FinishCall,
  finishSignIn,
  secondFactorOptions,
} from '../../usecases/operators/finish-sign-in.ts';
import type { NewSessionCall } from '../../usecases/operators/open-session.ts';
import { passkeySignInOptions, signInWithPasskey } from '../../usecases/operators/passkey-sign-in.ts';
import { sessionLifeMs } from '../../usecases/operators/session-end.ts';
import type { OperatorSession } from '../../usecases/operators/session-store.ts';
import { type PendingView, pendingSignInLifeMs, signIn } from '../../usecases/operators/sign-in.ts';
import { clientKey } from '../callers/client-address.ts';
import type { ConsoleContext } from '../console/console-context.ts';
import { consolePrefix, consoleSchema } from '../console/console-schema.ts';
import { utcText } from '../console/utc-text.ts';
import { passkeyAnswerOf, passkeyBody, passkeyOptionsSchema } from './console-second-factor-schemas.ts';
import { codeBody, sessionSchema, signInAnswer, signInBody } from './console-session-schemas.ts';
import { deviceCookieHeader, deviceInCookie } from './device-cookie.ts';
import { digestOfSecret, newSessionSecret, pendingCookie, sessionCookie } from './session-secret.ts';
import { sessionToWire } from './session-wire.ts';

const userAgentLengthMax = 256;

const config = { cost: 'signIn', session: 'none' } as const;

const signInSchema = consoleSchema(
  {
    name: 'sign_in',
    summary: 'Sign in',
    description:
      'Sets the cookies `photokiosk_console` and `photokiosk_device`, whose names begin with `__Host-` under https. An operator with a second factor gets no session: the response contains `second_factor_needed`, and the cookie `photokiosk_sign_in` is set. Several wrong names or passwords make the next one wait, longer each time.',
    open: true,
    answer: signInAnswer,
    answerDescription: 'The new session, or the second factor that is needed.',
    errors: ['invalid_credential', 'forbidden'],
  },
  { body: signInBody },
);

const finished = {
  open: true,
  answer: sessionSchema,
  answerDescription: 'The new session.',
  errors: ['unauthenticated', 'invalid_credential', 'forbidden'],
} as const;

const codeSchema = consoleSchema(
  {
    ...finished,
    name: 'sign_in_code',
    summary: 'Complete a sign-in with a code',
    description:
      'Takes a code of the authenticator app or a recovery code. Each code is accepted once. Wrong codes count like wrong passwords; the fifth one ends the sign-in.',
  },
  { body: codeBody },
);

const passkeySchema = consoleSchema(
  { ...finished, name: 'sign_in_passkey', summary: 'Complete a sign-in with a passkey' },
  { body: passkeyBody },
);

const optionsSchema = consoleSchema(
  {
    name: 'sign_in_passkey_options',
    ignoresBody: true,
    summary: 'The challenge for a passkey that completes a sign-in',
    open: true,
    answer: passkeyOptionsSchema,
    answerDescription: 'The options for `navigator.credentials.get`.',
    errors: ['unauthenticated', 'forbidden'],
  },
  {},
);

const aloneOptionsSchema = consoleSchema(
  {
    name: 'sign_in_passkey_only_options',
    ignoresBody: true,
    summary: 'The challenge for a sign-in with a passkey alone',
    description: 'Sets the cookie `photokiosk_sign_in`, which binds the challenge to the browser.',
    open: true,
    answer: passkeyOptionsSchema,
    answerDescription: 'The options for `navigator.credentials.get`.',
    errors: ['forbidden'],
  },
  {},
);

const aloneSchema = consoleSchema(
  {
    ...finished,
    name: 'sign_in_passkey_only',
    summary: 'Sign in with a passkey alone',
    description: 'The authenticator has verified the person, so neither name nor password is needed.',
    errors: ['invalid_credential', 'forbidden'],
  },
  { body: passkeyBody },
);

function pendingToWire({ expiresAt, hasApp, hasPasskey }: PendingView) {
  return {
    second_factor_needed: { authenticator_app: hasApp, passkey: hasPasskey, expires_at: utcText(expiresAt) },
  };
}

export function registerConsoleSignInRoutes(plain: FastifyInstance, { deps }: ConsoleContext): void {
  const app = plain.withTypeProvider<TypeBoxTypeProvider>();
  const secure = deps.settings.publicUrl.startsWith('https:');

  /** A new secret each time: an attacker may know the secret of an earlier cookie (session fixation). */
  function newSessionCall({ headers, ip, id }: FastifyRequest, secret: string): NewSessionCall {
    return {
      digest: digestOfSecret(secret),
      formerDigest: sessionCookie.digestIn(headers.cookie, secure),
      userAgent: headers['user-agent']?.slice(0, userAgentLengthMax) ?? null,
      address: ip,
      requestId: id,
    };
  }

  /** Sends the session with its cookies. Only a completed sign-in marks the device as known. */
  async function sendSession(reply: FastifyReply, session: OperatorSession, secret: string) {
    reply.header('set-cookie', [
      sessionCookie.header(secret, sessionLifeMs, secure),
      deviceCookieHeader(deps, session.operator.passwordHash, secure),
      pendingCookie.endedHeader(secure),
    ]);
    const standing = await deps.store.read.secondFactors.standing(session.operator.id);
    return sessionToWire(deps, { session, secret, standing });
  }

  async function finish(request: FastifyRequest, reply: FastifyReply, proof: FinishCall['proof']) {
    const secret = newSessionSecret(deps.random);
    const session = await finishSignIn(deps, {
      ...newSessionCall(request, secret),
      pendingDigest: pendingCookie.digestIn(request.headers.cookie, secure),
      deviceClaim: deviceInCookie(request.headers.cookie, secure),
      client: clientKey(request.ip),
      proof,
    });
    return sendSession(reply, session, secret);
  }

  app.post(`${consolePrefix}session`, { schema: signInSchema, config }, async (request, reply) => {
    const secret = newSessionSecret(deps.random);
    const result = await signIn(deps, {
      ...newSessionCall(request, secret),
      name: request.body.name,
      password: request.body.password,
      deviceClaim: deviceInCookie(request.headers.cookie, secure),
      client: clientKey(request.ip),
    });
    if (result.kind === 'session') return sendSession(reply, result.session, secret);
    reply.header('set-cookie', pendingCookie.header(secret, pendingSignInLifeMs, secure));
    return pendingToWire(result.pending);
  });

  app.post(`${consolePrefix}session/code`, { schema: codeSchema, config }, (request, reply) =>
    finish(request, reply, { code: request.body.code }),
  );

  app.post(`${consolePrefix}session/passkey`, { schema: passkeySchema, config }, (request, reply) =>
    finish(request, reply, { passkey: passkeyAnswerOf(request.body) }),
  );

  const alonePath = `${consolePrefix}session/passkey_only`;
  app.post(`${alonePath}_options`, { schema: aloneOptionsSchema, config }, async (_request, reply) => {
    const secret = newSessionSecret(deps.random);
    reply.header('set-cookie', pendingCookie.header(secret, pendingSignInLifeMs, secure));
    return { options: await passkeySignInOptions(deps, digestOfSecret(secret)) };
  });

  app.post(alonePath, { schema: aloneSchema, config }, async (request, reply) => {
    const secret = newSessionSecret(deps.random);
    const session = await signInWithPasskey(deps, {
      ...newSessionCall(request, secret),
      browser: pendingCookie.digestIn(request.headers.cookie, secure),
      answer: passkeyAnswerOf(request.body),
    });
    return sendSession(reply, session, secret);
  });

  app.post(`${consolePrefix}session/passkey_options`, { schema: optionsSchema, config }, async (request) => ({
    options: await secondFactorOptions(deps, pendingCookie.digestIn(request.headers.cookie, secure)),
  }));
}
