/**
 * Checks the credential of each call of the console before the body is read: an API token, or the session and, on
 * changing calls, the origin and the CSRF token. Checks the credential of a changing call again after the body has
 * arrived, because a client can delay the body until long after the session or token has ended. A handler that reads
 * the body as a stream calls `judgeAgain` for this.
 */

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../domain/errors.ts';
import type { OperatorCaller } from '../../usecases/callers/caller.ts';
import { identifyByApiToken } from '../../usecases/operators/api-tokens.ts';
import type { SecondFactorStanding } from '../../usecases/operators/second-factor-store.ts';
import type { OperatorSession } from '../../usecases/operators/session-store.ts';
import { resumeSession } from '../../usecases/operators/sign-in.ts';
import type { ConsoleDeps } from '../app-options.ts';
import { apiTokenDigest } from '../callers/api-token.ts';
import { requireCsrfToken, requireOwnPages } from './csrf.ts';
import { digestOfSecret, sessionCookie } from './session-secret.ts';

export interface SignedIn {
  readonly session: OperatorSession;
  readonly secret: string;
  readonly standing: SecondFactorStanding;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * `none`: the call needs no session. `without_second_factor`: operators may make the call before they have set up
     * a second factor that the shop requires. Default: the call needs a session, and the second factor if the shop
     * requires one.
     */
    session?: 'none' | 'without_second_factor';
  }
}

/**
 * The header that pages of the console set on automatic requests. Such requests do not prolong the session, so that an
 * operator who only leaves a page open is signed out after a time.
 */
const backgroundHeader = 'x-background';

function bearerTokenDigest({ headers }: FastifyRequest): string | null {
  const bearer = /^bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1];
  return bearer === undefined ? null : apiTokenDigest(bearer);
}

function isChange({ method }: FastifyRequest): boolean {
  return method !== 'GET' && method !== 'HEAD';
}

function signedOut(): AppError {
  return new AppError('unauthenticated', 'Please sign in to the console.', { reason: 'sign_in_required' });
}

function secondFactorRequired(): AppError {
  return new AppError(
    'forbidden',
    'This shop requires a second factor. Set one up under “My account” first.',
    {
      reason: 'second_factor_required',
    },
  );
}

interface Judged {
  /** @throws AppError the errors of the hook: the credential of the call is no longer valid. */
  judgeAgain(request: FastifyRequest): Promise<void>;
  /** @throws AppError `forbidden`: the call carries an API token instead of a session. */
  signedInOf(request: FastifyRequest): SignedIn;
  /** Undefined: the call carries no API token. */
  tokenCallerOf(request: FastifyRequest): OperatorCaller | undefined;
}

/**
 * Adds the hook to `app`.
 * @returns the functions with which handlers get the session or caller that the hook has checked.
 */
export function requireSignedIn(
  app: FastifyInstance,
  deps: Pick<ConsoleDeps, 'store' | 'clock' | 'settings'>,
): Judged {
  const known = new WeakMap<FastifyRequest, SignedIn>();
  const tokenCallers = new WeakMap<FastifyRequest, OperatorCaller>();
  const ownOrigin = new URL(deps.settings.publicUrl).origin;

  async function judge(request: FastifyRequest, changes: boolean): Promise<SignedIn> {
    const secret = sessionCookie.secretIn(request.headers.cookie, ownOrigin.startsWith('https:'));
    if (secret === null) throw signedOut();
    const use = !changes && request.headers[backgroundHeader] === '1' ? 'background' : 'person';
    const session = await resumeSession(deps, digestOfSecret(secret), use);
    if (session === undefined) throw signedOut();
    const standing = await deps.store.read.secondFactors.standing(session.operator.id);
    return { session, secret, standing };
  }

  async function judgeRequest(request: FastifyRequest): Promise<void> {
    const tokenDigest = bearerTokenDigest(request);
    if (tokenDigest !== null) {
      // Browsers never add a bearer token to another site's request, so no CSRF token is needed.
      const source = { address: request.ip, requestId: request.id };
      tokenCallers.set(request, await identifyByApiToken(deps, tokenDigest, source));
      return;
    }
    const changes = isChange(request);
    if (changes) requireOwnPages(request, ownOrigin);
    const { session: needed } = request.routeOptions.config;
    if (needed === 'none') return;
    const signedIn = await judge(request, changes);
    if (changes) requireCsrfToken(request.headers, signedIn.secret);
    const mustSetUp = signedIn.standing.isRequired && !signedIn.standing.isOn;
    if (mustSetUp && needed !== 'without_second_factor') throw secondFactorRequired();
    known.set(request, signedIn);
  }

  app.addHook('onRequest', async (request, reply) => {
    // Responses contain personal data, so proxies and browsers must not cache them.
    reply.header('cache-control', 'no-store');
    await judgeRequest(request);
  });
  app.addHook('preHandler', async (request) => {
    if (isChange(request)) await judgeRequest(request);
  });

  return {
    judgeAgain: judgeRequest,
    tokenCallerOf: (request) => tokenCallers.get(request),
    signedInOf(request) {
      const signedIn = known.get(request);
      if (signedIn !== undefined) return signedIn;
      if (!tokenCallers.has(request))
        throw new Error('a route of the console runs before its credential was checked');
      throw new AppError('forbidden', 'Sign in to the console for this. An API token cannot do it.', {
        reason: 'session_needed',
      });
    },
  };
}
