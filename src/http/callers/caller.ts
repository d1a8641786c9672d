/** Identifies the caller of a request and limits the wrong passwords of each client. */

import type { FastifyRequest } from 'fastify';
import { AppError } from '../../domain/errors.ts';
import type { Caller, Credentials } from '../../usecases/service.ts';
import type { HttpOptions } from '../app-options.ts';
import { clientKey } from './client-address.ts';
import { clientLimit } from './client-limit.ts';
import { readCredentials } from './credentials.ts';

/** @throws AppError `invalid_credential`, `unauthenticated`, `too_many_requests` */
export type Identify = (request: FastifyRequest) => Promise<Caller>;

export function callerOf({ service, limits, clock }: HttpOptions): Identify {
  const attempts = clientLimit(limits.passwordWindowMs, limits.clientsRememberedMax);

  /**
   * Counts an attempt before the password is checked, so that concurrent guesses count as well.
   * @returns a function that uncounts the attempt.
   */
  function countAttempt(client: string): () => void {
    const now = clock.now();
    const window = attempts.count(client, now);
    const takeBack = () => {
      window.count -= 1;
    };
    if (window.count <= limits.wrongPasswordsMax) return takeBack;
    takeBack();
    const retryAfterS = Math.ceil((window.endsAt - now) / 1000);
    throw new AppError('too_many_requests', 'Too many wrong passwords. Please wait.', { retryAfterS });
  }

  async function identifyByPassword(client: string, credentials: Credentials): Promise<Caller> {
    const takeBack = countAttempt(client);
    try {
      const caller = await service.identify(credentials);
      takeBack();
      return caller;
    } catch (error) {
      // Only a wrong password counts. The client is not responsible for a failure of the service.
      if (!(error instanceof AppError && error.code === 'invalid_credential')) takeBack();
      throw error;
    }
  }

  return async (request) => {
    const credentials = readCredentials(request.headers);
    if (credentials.basic === undefined) return service.identify(credentials);
    return identifyByPassword(clientKey(request.ip), credentials);
  };
}
