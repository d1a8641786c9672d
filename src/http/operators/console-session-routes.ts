/** Console API: the present session, sign-out, the operator's sessions and password. */

import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import type { OperatorSession } from '../../usecases/operators/session-store.ts';
import { changePassword, listSessions, revokeSession } from '../../usecases/operators/sessions.ts';
import { signOut } from '../../usecases/operators/sign-in.ts';
import { clientKey } from '../callers/client-address.ts';
import type { ConsoleContext } from '../console/console-context.ts';
import { consolePrefix, consoleSchema } from '../console/console-schema.ts';
import { idParams } from '../console/schema-fields.ts';
import { utcText } from '../console/utc-text.ts';
import { passwordBody, sessionSchema, sessionsQuery, sessionsSchema } from './console-session-schemas.ts';
import { sessionCookie } from './session-secret.ts';
import { sessionToWire } from './session-wire.ts';

/** Operators may make these calls before they have set up a second factor that the shop requires. */
const config = { session: 'without_second_factor' } as const;

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

function registerOwnSession(app: FastifyInstance, context: ConsoleContext): void {
  const { deps } = context;
  const secure = deps.settings.publicUrl.startsWith('https:');
  const seen = consoleSchema(
    {
      name: 'session',
      summary: 'Show the current session',
      answer: sessionSchema,
      answerDescription: 'The session of the caller.',
    },
    {},
  );
  app.get(`${consolePrefix}session`, { schema: seen, config }, async (request) =>
    sessionToWire(deps, context.signedInOf(request)),
  );
  const ended = consoleSchema(
    { name: 'sign_out', ignoresBody: true, summary: 'Sign out', answerDescription: 'The session has ended.' },
    {},
  );
  app.delete(`${consolePrefix}session`, { schema: ended, config }, async (request, reply) => {
    await signOut(deps, context.sessionCallerOf(request));
    return reply.header('set-cookie', sessionCookie.endedHeader(secure)).code(204).send();
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
      answerDescription: 'The session has ended.',
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
      summary: 'Change your own password',
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
  registerOwnSession(app, context);
  registerSessions(app, context);
  registerPassword(app, context);
}
