/** Searches users, and shows one user with the grants of the membership. */

import { AppError } from '../../domain/errors.ts';
import type { OperatorCaller } from '../callers/caller.ts';
import { requirePermission } from '../callers/permissions.ts';
import type { Deps } from '../deps.ts';
import type { GrantRecord, UserFigures, UserRecord } from './member-store.ts';

export interface UserPage {
  readonly users: readonly UserRecord[];
  /** The `beforeId` of the next page; null: this was the last page. */
  readonly next: number | null;
}

export interface UserDetail {
  readonly user: UserRecord;
  readonly grants: readonly GrantRecord[];
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
  { store }: Pick<Deps, 'store'>,
  caller: OperatorCaller,
  id: number,
): Promise<UserDetail> {
  requirePermission(caller, 'users_see');
  const [user] = await store.read.members.searchUsers({ id, subject: null }, null, 1);
  if (user === undefined) throw unknownUser();
  const { members } = store.read;
  return { user, grants: await members.grantRecordsOf(id), figures: await members.figuresOf(id) };
}
