/** Identifies the caller of a request: reads the credentials of the request, which the use cases verify. */

import type { FastifyRequest } from 'fastify';
import { AppError } from '../../domain/errors.ts';
import type { Caller } from '../../usecases/callers/caller.ts';
import type { Service } from '../../usecases/service.ts';
import { isFromAnotherSite } from './another-site.ts';
import { clientKey } from './client-address.ts';
import { readCredentials } from './credentials.ts';
import { rememberCaller } from './known-callers.ts';

/** @throws AppError `invalid_credential`, `unauthenticated`, `forbidden`, `too_many_requests` */
export type Identify = (request: FastifyRequest) => Promise<Caller>;

export function callerOf({ identify }: Pick<Service, 'identify'>, publicUrl: string): Identify {
  const secure = publicUrl.startsWith('https:');
  return async (request) => {
    const credentials = readCredentials(request.headers, secure);
    // Only requests with a cookie are checked, because browsers add cookies automatically, but no other credential.
    if (credentials.cookie !== undefined && isFromAnotherSite(request.headers, publicUrl)) {
      throw new AppError('forbidden', 'Requests from pages of other sites are refused.', {
        reason: 'foreign_origin',
      });
    }
    const caller = await identify(credentials, {
      address: request.ip,
      client: clientKey(request.ip),
      requestId: request.id,
    });
    rememberCaller(request, caller);
    return caller;
  };
}
