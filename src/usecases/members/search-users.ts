/** Searches users, and shows one user with the grants of the membership. */

import { AppError } from '../../domain/errors.ts';
import { grantEnd } from '../../domain/membership.ts';
import type { Instant } from '../../domain/zoned-time.ts';
import type { OperatorCaller } from '../callers/caller.ts';
import { requirePermission } from '../callers/permissions.ts';
import type { Deps } from '../deps.ts';
import { endObstacle } from './end-obstacle.ts';
import type { GrantRecord, UserFigures, UserRecord } from './member-store.ts';

export interface UserPage {
  readonly users: readonly UserRecord[];
  /** The `beforeId` of the next page; null: this was the last page. */
  readonly next: number | null;
}

export interface ListedGrant extends GrantRecord {
  /** When the months end; null: they were ended by an operator or by a refund. */
  readonly until: Instant | null;
  /** Whether `endMonths` can end the months now. */
  readonly canEnd: boolean;
}

export interface UserDetail {
  readonly user: UserRecord;
  readonly grants: readonly ListedGrant[];
  readonly figures: UserFigures;
}

export function unknownUser(): AppError {
  return new AppError('unknown_item', 'There is no such user.', { reason: 'unknown_user' });
}

/** @throws AppError `forbidden`. */
export async function searchUsers(
  { store }: Pick<Deps, 'store'>,
  caller: OperatorCaller,
  filter: { readonly id: number | null; readonly subject: string | null },
  beforeId: number | null,
  limit: number,
): Promise<UserPage> {
  requirePermission(caller, 'users_see');
  const found = await store.read.members.searchUsers(filter, beforeId, limit + 1);
  const users = found.slice(0, limit);
  return { users, next: found.length > limit ? (users.at(-1)?.id ?? null) : null };
}

/** @throws AppError `forbidden`, `unknown_item`. */
export async function showUser(
  { store, clock, settings: { zone } }: Pick<Deps, 'store' | 'clock' | 'settings'>,
  caller: OperatorCaller,
  id: number,
): Promise<UserDetail> {
  requirePermission(caller, 'users_see');
  const [user] = await store.read.members.searchUsers({ id, subject: null }, null, 1);
  if (user === undefined) throw unknownUser();
  const { members } = store.read;
  const grants = await members.grantRecordsOf(id);
  const now = clock.now();
  const listed = grants.map((grant) => ({
    ...grant,
    until: grantEnd(grants, grant.id, zone),
    canEnd: user.erasedAt === null && endObstacle(grant, grants, now, zone) === null,
  }));
  return { user, grants: listed, figures: await members.figuresOf(id) };
}
