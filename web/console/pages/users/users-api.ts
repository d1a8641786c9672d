/** Calls about customers and their membership. */

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { refetchAfterChange } from '../../../shared/api/query-client.ts';
import { get, post } from '../../api/call.ts';
import type { UserDetail, UsersPage } from '../../api/types.ts';
import { usePagedList } from '../../hooks/use-paged-list.ts';

export interface UserFilters {
  readonly id: string;
  readonly subject: string;
}

export function useUsers(filters: UserFilters) {
  return usePagedList<UsersPage>({
    key: ['users', filters],
    everyMs: 0,
    fetchPage: (before, signal) => get<UsersPage>('users', { ...filters, before }, signal),
  });
}

export function useUser(id: string) {
  return useQuery({
    queryKey: ['user', id],
    queryFn: ({ signal }) => get<UserDetail>(`users/${encodeURIComponent(id)}`, {}, signal),
  });
}

export const userCalls = {
  merge: (guestId: number, into: number, reason: string) =>
    post<UserDetail>(`users/${guestId}/merge`, { into, reason }),
  /** @param grantsBefore how many grants the user had, as the operator saw them. */
  grant: (id: number, grantsBefore: number, months: number, reason: string) =>
    post<UserDetail>(`users/${id}/grants`, { months, reason, grants_before: grantsBefore }),
  end: (id: number, grantId: number, reason: string) =>
    post<UserDetail>(`users/${id}/grants/${grantId}/end`, { reason }),
};

export function useStoreUser(): (user: UserDetail) => void {
  const client = useQueryClient();
  return (user) => {
    client.setQueryData(['user', String(user.id)], user);
    refetchAfterChange(client, [['users']]);
  };
}

/** Reads a user again whom somebody else has changed. */
export function useRefetchUser(): (id: number) => void {
  const client = useQueryClient();
  return (id) => refetchAfterChange(client, [['user', String(id)]]);
}

/** A merge changes both customers, their orders and their notes. */
export function useUsersMerged(): () => void {
  const client = useQueryClient();
  return () => refetchAfterChange(client, [['user'], ['users'], ['orders'], ['order'], ['notes']]);
}
