/** Console API: sign in, sign out, sessions, and the operator's own password. */

import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { permissionsOf } from '../../domain/operator-roles.ts';
import type { OperatorSession } from '../../usecases/operators/session-store.ts';
import {
  changePassword,
  idleEndOf,
  listSessions,
  revokeSession,
  sessionLifeMs,
} from '../../usecases/operators/sessions.ts';
import { signIn, signOut } from '../../usecases/operators/sign-in.ts';
import { clientKey } from '../callers/client-address.ts';
import type { ConsoleContext } from '../console/console-context.ts';
import { consolePrefix, consoleSchema } from '../console/console-schema.ts';
import { idParams } from '../console/schema-fields.ts';
import { utcText } from '../console/utc-text.ts';
import {
  passwordBody,
  sessionSchema,
  sessionsQuery,
  sessionsSchema,
  signInBody,
} from './console-session-schemas.ts';
import { deviceCookieHeader, deviceInCookie } from './device-cookie.ts';
import { operatorToWire } from './operator-wire.ts';
import {
  csrfTokenOf,
  digestOfSecret,
  endedCookieHeader,
  newSessionSecret,
  secretInCookie,
  sessionCookieHeader,
} from './session-secret.ts';
import type { SignedIn } from './signed-in.ts';

const userAgentLengthMax = 256;

function userAgentOf({ headers }: FastifyRequest): string | null {
  return headers['user-agent']?.slice(0, userAgentLengthMax) ?? null;
}

function sessionToWire({ deps }: ConsoleContext, { session, secret }: SignedIn) {
  const { settings, providers } = deps;
  return {
    operator: operatorToWire(session.operator),
    permissions: permissionsOf(session.operator.role),
    csrf_token: csrfTokenOf(secret),
    expires_at: utcText(session.expiresAt),
    weak_password: session.weakPassword,
    idle_expires_at: utcText(idleEndOf(session)),
    shop: {
      currency: settings.currency,
      time_zone: settings.zone.name,
      public_url: settings.publicUrl,
      version: deps.version,
      refund_approval: settings.refundApprovalAboveMinor,
      events: settings.eventsUrl !== null,
      providers: providers.map(({ name }) => name),
    },
  };
}

function itemToWire(session: OperatorSession, currentId: number) {
  return {
    id: session.id,
    operator_id: session.operator.id,
    operator_name: session.operator.name,
    created_at: utcText(session.createdAt),
    seen_at: utcText(session.seenAt),
    expires_at: utcText(session.expiresAt),
    user_agent: session.userAgent,
    address: session.address,
    current: session.id === currentId,
  };
}

function registerSigningIn(plain: FastifyInstance, context: ConsoleContext): void {
  const { deps } = context;
  const secure = deps.settings.publicUrl.startsWith('https:');
  const schema = consoleSchema(
    {
      name: 'sign_in',
      summary: 'Sign in',
      description:
        'Sets the cookies `photokiosk_console` (under https `__Host-photokiosk_console`) and `photokiosk_device`. After several wrong names or passwords the next attempt must wait, longer each time.',
      open: true,
      answer: sessionSchema,
      answerDescription: 'The new session.',
      errors: ['invalid_credential', 'forbidden'],
    },
    { body: signInBody },
  );
  plain
    .withTypeProvider<TypeBoxTypeProvider>()
    .post(`${consolePrefix}session`, { schema, config: { cost: 'signIn' } }, async (request, reply) => {
      const former = secretInCookie(request.headers.cookie, secure);
      // Always create a new secret: an attacker may know the secret of an earlier cookie (session fixation).
      const secret = newSessionSecret(deps.random);
      const session = await signIn(deps, {
        name: request.body.name,
        password: request.body.password,
        digest: digestOfSecret(secret),
        deviceClaim: deviceInCookie(request.headers.cookie),
        formerDigest: former === null ? null : digestOfSecret(former),
        address: request.ip,
        client: clientKey(request.ip),
        userAgent: userAgentOf(request),
        requestId: request.id,
      });
      reply.header('set-cookie', [
        sessionCookieHeader(secret, sessionLifeMs, secure),
        deviceCookieHeader(deps, session.operator.passwordHash, secure),
      ]);
      return sessionToWire(context, { session, secret });
    });
}

function registerOwnSession(app: FastifyInstance, context: ConsoleContext): void {
  const { deps } = context;
  const secure = deps.settings.publicUrl.startsWith('https:');
  const seen = consoleSchema(
    {
      name: 'session',
      summary: 'Show the current session',
      answer: sessionSchema,
      answerDescription: 'The session.',
    },
    {},
  );
  app.get(`${consolePrefix}session`, { schema: seen }, async (request) =>
    sessionToWire(context, context.signedInOf(request)),
  );
  const ended = consoleSchema(
    { name: 'sign_out', ignoresBody: true, summary: 'Sign out', answerDescription: 'The session has ended.' },
    {},
  );
  app.delete(`${consolePrefix}session`, { schema: ended }, async (request, reply) => {
    await signOut(deps, context.sessionCallerOf(request));
    return reply.header('set-cookie', endedCookieHeader(secure)).code(204).send();
  });
}

function registerSessions(plain: FastifyInstance, { deps, sessionCallerOf }: ConsoleContext): void {
  const app = plain.withTypeProvider<TypeBoxTypeProvider>();
  const listed = consoleSchema(
    {
      name: 'sessions',
      summary: 'List sessions',
      description: 'Lists the operator’s own sessions; for owners, the sessions of all operators.',
      answer: sessionsSchema,
      answerDescription: 'The sessions that have not ended, newest first.',
    },
    { querystring: sessionsQuery },
  );
  app.get(`${consolePrefix}sessions`, { schema: listed }, async (request) => {
    const caller = sessionCallerOf(request);
    const sessions = await listSessions(deps, caller, request.query.whose ?? 'own');
    return { sessions: sessions.map((session) => itemToWire(session, caller.sessionId)) };
  });
  const revoked = consoleSchema(
    {
      name: 'revoke_session',
      ignoresBody: true,
      summary: 'End a session',
      description: 'Ends one of the operator’s own sessions; for owners, any session.',
      answerDescription: 'It has ended.',
      errors: ['unknown_item'],
    },
    { params: idParams },
  );
  app.delete(`${consolePrefix}sessions/:id`, { schema: revoked }, async (request, reply) => {
    await revokeSession(deps, sessionCallerOf(request), request.params.id);
    return reply.code(204).send();
  });
}

function registerPassword(plain: FastifyInstance, { deps, sessionCallerOf }: ConsoleContext): void {
  const schema = consoleSchema(
    {
      name: 'change_password',
      summary: 'Change the own password',
      answerDescription: 'The password was changed, and the operator’s other sessions were ended.',
      errors: ['illegal_transition'],
    },
    { body: passwordBody },
  );
  plain
    .withTypeProvider<TypeBoxTypeProvider>()
    .post(`${consolePrefix}password`, { schema }, async (request, reply) => {
      await changePassword(deps, sessionCallerOf(request), {
        oldPassword: request.body.old_password,
        newPassword: request.body.new_password,
        client: clientKey(request.ip),
      });
      return reply.code(204).send();
    });
}

export function registerConsoleSessionRoutes(app: FastifyInstance, context: ConsoleContext): void {
  registerSigningIn(app, context);
  registerOwnSession(app, context);
  registerSessions(app, context);
  registerPassword(app, context);
}
