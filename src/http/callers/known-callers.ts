/** Remembers who made a request, for its log line. */

import type { FastifyRequest } from 'fastify';
import { assertNever } from '../../domain/never.ts';
import type { Caller } from '../../usecases/callers/caller.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * Undefined until the caller is identified. This is a property of the request, because an entry in a WeakMap would
     * take 2 µs for each request.
     */
    knownCaller: Caller | undefined;
  }
}

export function rememberCaller(request: FastifyRequest, caller: Caller): void {
  request.knownCaller = caller;
}

/** @returns for example `guest 12`; undefined when the request was refused before its caller was known. */
export function callerName(request: FastifyRequest): string | undefined {
  const caller = request.knownCaller;
  switch (caller?.kind) {
    case undefined:
      return undefined;
    case 'anonymous':
      return 'anonymous';
    case 'guest':
    case 'user':
      return `${caller.kind} ${caller.userId}`;
    case 'operator':
      return `operator ${caller.operator.name}`;
    default:
      return assertNever(caller);
  }
}
