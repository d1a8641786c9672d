/** What every group of the console's routes receives. */

import type { FastifyRequest } from 'fastify';
import type { SessionCaller } from '../../usecases/callers/caller.ts';
import type { ConsoleDeps, HttpOptions } from '../app-options.ts';
import type { SignedIn } from '../operators/signed-in.ts';

export interface ConsoleContext {
  readonly deps: ConsoleDeps;
  readonly options: HttpOptions;
  /** The signed-in operator. A hook has checked the session and the origin of the call before the handler runs. */
  callerOf(request: FastifyRequest): SessionCaller;
  /** The signed-in operator's session and its secret. */
  signedInOf(request: FastifyRequest): SignedIn;
}
