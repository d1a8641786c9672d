/** Calls about the operator's own second factors. */

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { refetchAfterChange } from '../../../shared/api/query-client.ts';
import { get, post, remove } from '../../api/call.ts';
import { sessionKey } from '../../api/query-client.ts';
import type { AddedPasskey, AppSetUp, ConfirmedApp, RecoveryCodes, SecondFactors } from '../../api/types.ts';
import { makePasskey } from '../../session/passkeys.ts';

const path = 'second_factor';
const queryKey = [path];

export function useSecondFactors() {
  return useQuery({ queryKey, queryFn: ({ signal }) => get<SecondFactors>(path, {}, signal) });
}

export const secondFactorCalls = {
  beginApp: () => post<AppSetUp>(`${path}/authenticator_app`),
  confirmApp: (code: string) => post<ConfirmedApp>(`${path}/authenticator_app/confirm`, { code }),
  removeApp: () => remove(`${path}/authenticator_app`),
  renewCodes: () => post<RecoveryCodes>(`${path}/recovery_codes`),
  async addPasskey(name: string): Promise<AddedPasskey> {
    const made = await makePasskey(await post(`${path}/passkey_options`), name);
    return post<AddedPasskey>(`${path}/passkeys`, made);
  },
  removePasskey: (id: number) => remove(`${path}/passkeys/${id}`),
};

/** The session says whether the operator must set up a second factor, so it is fetched again too. */
export function useSecondFactorsChanged(): () => void {
  const client = useQueryClient();
  return () => refetchAfterChange(client, [queryKey, ['sessions'], sessionKey]);
}
