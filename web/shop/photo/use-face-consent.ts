/** The consent to process a face: whether the shop needs it from this customer, and how to give and withdraw it. */

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { giveConsent, withdrawConsent } from '../api/operations.ts';
import type { ShopConfig } from '../api/types.ts';
import { useShop } from '../parts/use-shop.ts';

export type FaceConsentText = NonNullable<ShopConfig['face_consent']>;

/** @returns the text that the customer must agree to first; null if there is none. */
export function missingConsent({ face_consent: consent }: ShopConfig): FaceConsentText | null {
  return consent === null || consent.is_given ? null : consent;
}

/** @param isGiven whether the customer gives or withdraws the consent. */
export function useFaceConsent(isGiven: boolean) {
  const queryClient = useQueryClient();
  const { config } = useShop();
  const version = config.face_consent?.version ?? 0;
  return useMutation({
    mutationFn: () => (isGiven ? giveConsent(version) : withdrawConsent()),
    retry: false,
    onSuccess: () =>
      queryClient.setQueriesData<ShopConfig>({ queryKey: ['config'] }, (known) =>
        known === undefined || known.face_consent === null
          ? known
          : { ...known, has_token: true, face_consent: { ...known.face_consent, is_given: isGiven } },
      ),
    // Fetch the configuration again, because the operator may have changed the text of the consent meanwhile.
    onError: () => queryClient.invalidateQueries({ queryKey: ['config'] }),
  });
}
