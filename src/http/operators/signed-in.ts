/** Judges every call of the console before its body is read: the session, and whether it may change things. */

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../domain/errors.ts';
import type { OperatorSession } from '../../usecases/operators/session-store.ts';
import { resumeSession } from '../../usecases/operators/sign-in.ts';
import type { ConsoleDeps } from '../app-options.ts';
import { consolePrefix } from '../console/console-edge.ts';
import { requireCsrfToken, requireOwnPages } from './csrf.ts';
import { digestOfSecret, secretInCookie } from './session-secret.ts';

export interface SignedIn {
  readonly session: OperatorSession;
  readonly secret: string;
}

/** On what a page asks by itself: a page left open must not keep its session for ever. */
const backgroundHeader = 'x-background';

const unsignedRoute = `POST ${consolePrefix}session`;

function signedOut(): AppError {
  return new AppError('unauthenticated', 'Please sign in to the console.', { reason: 'sign_in_required' });
}

/** @returns who is signed in, for handlers of `app` behind the hook. */
export function requireSignedIn(
  app: FastifyInstance,
  deps: Pick<ConsoleDeps, 'store' | 'clock' | 'settings'>,
): (request: FastifyRequest) => SignedIn {
  const known = new WeakMap<FastifyRequest, SignedIn>();
  const ownOrigin = new URL(deps.settings.publicUrl).origin;

  async function judge(request: FastifyRequest, changes: boolean): Promise<SignedIn> {
    const secret = secretInCookie(request.headers.cookie);
    if (secret === null) throw signedOut();
    const use = !changes && request.headers[backgroundHeader] === '1' ? 'background' : 'person';
    const session = await resumeSession(deps, digestOfSecret(secret), use);
    if (session === undefined) throw signedOut();
    return { session, secret };
  }

  app.addHook('onRequest', async (request, reply) => {
    // Personal data: nothing between us and the operator may keep it.
    reply.header('cache-control', 'no-store');
    const changes = request.method !== 'GET' && request.method !== 'HEAD';
    if (changes) requireOwnPages(request, ownOrigin);
    if (`${request.method} ${request.routeOptions.url}` === unsignedRoute) return;
    const signedIn = await judge(request, changes);
    if (changes) requireCsrfToken(request.headers, signedIn.secret);
    known.set(request, signedIn);
  });

  return (request) => {
    const signedIn = known.get(request);
    if (signedIn === undefined) throw new Error('a route of the console runs before its session was judged');
    return signedIn;
  };
}
