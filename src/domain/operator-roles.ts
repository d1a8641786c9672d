/**
 * What each operator of the shop may do, as data: the one table that the console, its actions and the calls
 * with an operator's password all go by. Pure; who an operator is, is decided elsewhere.
 */

/** From the least to the most. */
export const operatorRoles = ['viewer', 'support', 'owner'] as const;
export type OperatorRole = (typeof operatorRoles)[number];

/** Permission → the roles that have it. Each is spelled out, so that a change is read for what it is. */
export const rolesOfPermission = {
  /** One's own sessions and password. */
  own_account: ['viewer', 'support', 'owner'],
  orders_see: ['viewer', 'support', 'owner'],
  goods_see: ['viewer', 'support', 'owner'],
  users_see: ['viewer', 'support', 'owner'],
  jobs_see: ['viewer', 'support', 'owner'],
  money_see: ['viewer', 'support', 'owner'],
  health_see: ['viewer', 'support', 'owner'],
  /** Customers' photos, and what was made of them. */
  pictures_see: ['support', 'owner'],
  orders_cancel: ['support', 'owner'],
  /** Asking for a refund, and confirming or rejecting another operator's. */
  orders_refund: ['support', 'owner'],
  /** Trying work again, events to the shop's systems included. */
  jobs_retry: ['support', 'owner'],
  memberships_change: ['support', 'owner'],
  jobs_discard: ['owner'],
  goods_change: ['owner'],
  /** Operators, and everybody's sessions. */
  operators_manage: ['owner'],
  audit_log_see: ['owner'],
} as const satisfies Record<string, readonly OperatorRole[]>;

export type Permission = keyof typeof rolesOfPermission;

export const permissions: readonly Permission[] = Object.keys(rolesOfPermission).filter(
  (name): name is Permission => name in rolesOfPermission,
);

export function may(role: OperatorRole, permission: Permission): boolean {
  const roles: readonly OperatorRole[] = rolesOfPermission[permission];
  return roles.includes(role);
}

export function permissionsOf(role: OperatorRole): Permission[] {
  return permissions.filter((permission) => may(role, permission));
}
