/** Calls about operators and sessions. */

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { refetchAfterChange } from '../../../shared/api/query-client.ts';
import { get, post, remove } from '../../api/call.ts';
import type { MadeOperator, Operator, Operators, Sessions, SignInRules } from '../../api/types.ts';

export type Role = Operator['role'];

export function useOperators() {
  return useQuery({
    queryKey: ['operators'],
    queryFn: ({ signal }) => get<Operators>('operators', {}, signal),
  });
}

export function useSessions(whose: 'own' | 'all') {
  return useQuery({
    queryKey: ['sessions', whose],
    queryFn: ({ signal }) => get<Sessions>('sessions', { whose }, signal),
  });
}

export const operatorCalls = {
  add: (name: string, role: Role) => post<MadeOperator>('operators', { name, role }),
  change: (id: number, changed: Readonly<{ role?: Role; disabled?: boolean }>) =>
    post<Operator>(`operators/${id}`, changed),
  resetPassword: (id: number) => post<MadeOperator>(`operators/${id}/password`),
  removeSecondFactor: (id: number) => remove(`operators/${id}/second_factor`),
  requireSecondFactor: (isRequired: boolean) =>
    post<SignInRules>('sign_in_rules', { second_factor_required: isRequired }),
  endSession: (id: number) => remove(`sessions/${id}`),
  changePassword: (oldPassword: string, newPassword: string) =>
    post<void>('password', { old_password: oldPassword, new_password: newPassword }),
};

export function useOperatorsChanged(): () => void {
  const client = useQueryClient();
  return () => refetchAfterChange(client, [['operators'], ['sessions']]);
}
