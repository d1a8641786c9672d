/**
 * The permissions of each operator role. The console, its actions and the API calls with an operator's
 * password all use this one table. Pure functions only; signing in is elsewhere.
 */

/** The roles, sorted from the fewest to the most permissions. */
export const operatorRoles = ['viewer', 'support', 'owner'] as const;
export type OperatorRole = (typeof operatorRoles)[number];

/** @returns the role with fewer permissions. */
export function lowerRole(a: OperatorRole, b: OperatorRole): OperatorRole {
  return operatorRoles.indexOf(a) < operatorRoles.indexOf(b) ? a : b;
}

/** For each permission, the roles that have it. Every role is listed, so that a review shows each change. */
export const rolesOfPermission = {
  /** The operator's own sessions, password and API tokens. */
  own_account: ['viewer', 'support', 'owner'],
  orders_see: ['viewer', 'support', 'owner'],
  goods_see: ['viewer', 'support', 'owner'],
  users_see: ['viewer', 'support', 'owner'],
  jobs_see: ['viewer', 'support', 'owner'],
  money_see: ['viewer', 'support', 'owner'],
  health_see: ['viewer', 'support', 'owner'],
  /** The customers' photos and the finished pictures. */
  pictures_see: ['support', 'owner'],
  /**
   * Show the whole number of one order. The number gives access to a guest's order. The audit log records
   * each time that a number is shown.
   */
  order_numbers_see: ['support', 'owner'],
  /** Take items of the inbox, assign them to an operator, write notes, and answer problems of customers. */
  inbox_work: ['support', 'owner'],
  orders_cancel: ['support', 'owner'],
  /** Request a refund, and confirm or reject a refund that another operator requested. */
  orders_refund: ['support', 'owner'],
  /** Resolve differences to the providers' bills, carry out their remedies, and have a bill fetched again. */
  differences_resolve: ['support', 'owner'],
  /** Retry failed work, webhooks included. */
  jobs_retry: ['support', 'owner'],
  memberships_change: ['support', 'owner'],
  /** Move everything of a guest to a signed-in user. */
  users_merge: ['support', 'owner'],
  /** Erase a customer or an order, which cannot be undone. */
  customers_erase: ['owner'],
  jobs_discard: ['owner'],
  goods_change: ['owner'],
  settings_see: ['viewer', 'support', 'owner'],
  settings_change: ['owner'],
  /** Manage operators and the sessions of all operators. */
  operators_manage: ['owner'],
  audit_log_see: ['owner'],
  /** The webhook endpoints, their deliveries and the events. */
  webhooks_see: ['viewer', 'support', 'owner'],
  webhooks_manage: ['owner'],
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
