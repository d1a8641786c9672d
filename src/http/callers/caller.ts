/** Who makes a request: the service verifies the credentials that the request carries. */

import type { FastifyRequest } from 'fastify';
import { AppError } from '../../domain/errors.ts';
import type { Caller } from '../../usecases/callers/caller.ts';
import type { Service } from '../../usecases/service.ts';
import { isFromAnotherSite } from './another-site.ts';
import { clientKey } from './client-address.ts';
import { readCredentials } from './credentials.ts';

/** @throws AppError `invalid_credential`, `unauthenticated`, `forbidden`, `too_many_requests` */
export type Identify = (request: FastifyRequest) => Promise<Caller>;

export function callerOf({ identify }: Pick<Service, 'identify'>, publicUrl: string): Identify {
  return (request) => {
    const credentials = readCredentials(request.headers);
    // Check the origin only of requests with a cookie, because browsers add cookies automatically, but no
    // other credential.
    if (credentials.cookie !== undefined && isFromAnotherSite(request.headers, publicUrl)) {
      throw new AppError('forbidden', 'Requests from pages of other sites are refused.', {
        reason: 'foreign_origin',
      });
    }
    return identify(credentials, {
      address: request.ip,
      client: clientKey(request.ip),
      requestId: request.id,
    });
  };
}
