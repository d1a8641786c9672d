/** Checks the permissions of operators, for the console and for calls with name and password. */

import { AppError } from '../../domain/errors.ts';
import { may, type Permission } from '../../domain/operator-roles.ts';
import type { Caller } from './caller.ts';

/**
 * Checks the role of an operator. Customers have no role and pass every check; `requireAccess` decides which orders a
 * customer may use.
 * @throws AppError `forbidden`
 */
export function requirePermission(caller: Caller, permission: Permission): void {
  if (hasPermission(caller, permission)) return;
  throw new AppError('forbidden', 'Your role does not allow this.', { reason: 'role_not_allowed' });
}

export function hasPermission(caller: Caller, permission: Permission): boolean {
  return caller.kind !== 'operator' || may(caller.operator.role, permission);
}
