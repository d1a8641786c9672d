/** Who makes a request: the service verifies the credentials that the request carries. */

import type { FastifyRequest } from 'fastify';
import type { Caller } from '../../usecases/callers/caller.ts';
import type { Service } from '../../usecases/service.ts';
import { clientKey } from './client-address.ts';
import { readCredentials } from './credentials.ts';

/** @throws AppError `invalid_credential`, `unauthenticated`, `too_many_requests` */
export type Identify = (request: FastifyRequest) => Promise<Caller>;

export function callerOf({ identify }: Pick<Service, 'identify'>): Identify {
  return (request) =>
    identify(readCredentials(request.headers), {
      address: request.ip,
      client: clientKey(request.ip),
      requestId: request.id,
    });
}
