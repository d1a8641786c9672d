/** Who is calling: credentials from the request, judged by the service; guessing passwords is slowed down. */

import type { FastifyRequest } from 'fastify';
import { AppError } from '../domain/errors.ts';
import type { Caller } from '../usecases/service.ts';
import type { HttpOptions } from './app-options.ts';
import { clientKey } from './client-address.ts';
import { clientLimit } from './client-limit.ts';
import { readCredentials } from './credentials.ts';

/** @throws AppError `invalid_credential`, `unauthenticated`, `too_many_requests` */
export type Identify = (request: FastifyRequest) => Promise<Caller>;

export function callerOf({ service, limits, clock }: HttpOptions): Identify {
  const wrongPasswords = clientLimit(limits.passwordWindowMs, limits.clientsRememberedMax);

  function requirePatience(client: string): void {
    const now = clock.now();
    const window = wrongPasswords.peek(client, now);
    if (window === undefined || window.count < limits.wrongPasswordsMax) return;
    const retryAfterS = Math.ceil((window.endsAt - now) / 1000);
    throw new AppError('too_many_requests', 'Too many wrong passwords. Please wait.', { retryAfterS });
  }

  return async (request) => {
    const credentials = readCredentials(request.headers);
    if (credentials.basic === undefined) return service.identify(credentials);
    const client = clientKey(request.ip);
    requirePatience(client);
    try {
      return await service.identify(credentials);
    } catch (error) {
      if (error instanceof AppError && error.code === 'invalid_credential')
        wrongPasswords.count(client, clock.now());
      throw error;
    }
  };
}
