/** Calls about the operator's API tokens. */

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { refetchAfterChange } from '../../../shared/api/query-client.ts';
import { get, post, remove } from '../../api/call.ts';
import type { ApiTokens, CreatedApiToken } from '../../api/types.ts';
import type { Role } from '../operators/operators-api.ts';

const queryKey = ['api_tokens'];

export function useApiTokens() {
  return useQuery({ queryKey, queryFn: ({ signal }) => get<ApiTokens>('api_tokens', {}, signal) });
}

export const apiTokenCalls = {
  create: (name: string, role: Role, days: number) =>
    post<CreatedApiToken>('api_tokens', { name, role, days }),
  revoke: (id: number) => remove(`api_tokens/${id}`),
};

export function useApiTokensChanged(): () => void {
  const client = useQueryClient();
  return () => refetchAfterChange(client, [queryKey]);
}
