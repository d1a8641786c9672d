/** The functions that every group of the console's routes receives. */

import type { FastifyRequest } from 'fastify';
import type { OperatorCaller, SessionCaller } from '../../usecases/callers/caller.ts';
import type { ConsoleDeps, HttpOptions } from '../app-options.ts';
import type { SignedIn } from '../operators/signed-in.ts';

export interface ConsoleContext {
  readonly deps: ConsoleDeps;
  readonly options: HttpOptions;
  /** The operator. A hook has checked the session and the origin of the call, or the API token, before the handler runs. */
  callerOf(request: FastifyRequest): OperatorCaller;
  /**
   * Checks the credential again, for a handler that reads the body as a stream, and returns the operator as stored now.
   * @throws AppError `unauthenticated`, `invalid_credential`, `forbidden`.
   */
  callerNow(request: FastifyRequest): Promise<OperatorCaller>;
  /** The operator of a session. @throws AppError `forbidden`: the call carries an API token. */
  sessionCallerOf(request: FastifyRequest): SessionCaller;
  /**
   * The session of the signed-in operator, and the secret of the session. @throws AppError `forbidden`: the call
   * carries an API token.
   */
  signedInOf(request: FastifyRequest): SignedIn;
}
