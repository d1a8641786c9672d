/** Looks for users, and shows one with the months that make the membership. */

import { AppError } from '../../domain/errors.ts';
import { type ConsoleCaller, requirePermission } from '../callers/console-caller.ts';
import type { ConsoleDeps } from '../console-deps.ts';
import type { ConsoleUser, NotedGrant } from '../ports/console-store.ts';

export interface UserPage {
  readonly users: readonly ConsoleUser[];
  /** Null: this was the last page. */
  readonly next: number | null;
}

export interface UserDetail {
  readonly user: ConsoleUser;
  readonly grants: readonly NotedGrant[];
}

export function unknownUser(): AppError {
  return new AppError('unknown_item', 'There is no such user.', { reason: 'unknown_user' });
}

/** @throws AppError `forbidden`. */
export async function searchUsers(
  { store }: Pick<ConsoleDeps, 'store'>,
  caller: ConsoleCaller,
  filter: { readonly id: number | null; readonly subject: string | null },
  beforeId: number | null,
  limit: number,
): Promise<UserPage> {
  requirePermission(caller, 'users_see');
  const found = await store.read.searchUsers(filter, beforeId, limit + 1);
  const users = found.slice(0, limit);
  return { users, next: found.length > limit ? (users.at(-1)?.id ?? null) : null };
}

/** @throws AppError `forbidden`, `unknown_item`. */
export async function showUser(
  { store }: Pick<ConsoleDeps, 'store'>,
  caller: ConsoleCaller,
  id: number,
): Promise<UserDetail> {
  requirePermission(caller, 'users_see');
  const [user] = await store.read.searchUsers({ id, subject: null }, null, 1);
  if (user === undefined) throw unknownUser();
  return { user, grants: await store.read.notedGrantsOf(id) };
}
