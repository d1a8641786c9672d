/** The operator behind a call of the console: what they may do, and how what they did is noted. */

import { AppError } from '../../domain/errors.ts';
import { may, type Permission } from '../../domain/operator-roles.ts';
import type { Deps } from '../deps.ts';
import type { NewAuditEntry } from '../ports/console-audit.ts';
import type { ConsoleWrites } from '../ports/console-store.ts';
import type { Operator } from '../ports/store.ts';

export interface ConsoleCaller {
  readonly operator: Operator;
  readonly sessionId: number;
  /** Where the call came from. */
  readonly address: string;
  readonly requestId: string;
}

export type ConsoleAct = Pick<
  NewAuditEntry,
  'action' | 'targetKind' | 'targetId' | 'reason' | 'before' | 'after'
>;

/** @throws AppError `forbidden` */
export function requirePermission({ operator }: ConsoleCaller, permission: Permission): void {
  if (!may(operator.role, permission)) {
    throw new AppError('forbidden', `The role ${operator.role} does not allow this.`, {
      reason: 'role_not_allowed',
    });
  }
}

/** Within the transaction of the act itself, so that neither is kept without the other. */
export async function noteAct(
  deps: Pick<Deps, 'clock'>,
  tx: Pick<ConsoleWrites, 'insertAuditEntry'>,
  caller: Pick<ConsoleCaller, 'address' | 'requestId'> & { readonly operator: Pick<Operator, 'name'> },
  act: ConsoleAct,
): Promise<void> {
  await tx.insertAuditEntry({
    ...act,
    at: deps.clock.now(),
    operator: caller.operator.name,
    address: caller.address,
    requestId: caller.requestId,
  });
}
