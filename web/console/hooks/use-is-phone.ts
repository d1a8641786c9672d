/** Whether the page is as narrow as a phone: lists then have one cell per record, large dialogs the whole screen. */

import { useMediaQuery } from '@mantine/hooks';

const phoneQuery = '(max-width: 47.99em)';

export function useIsPhone(): boolean {
  return useMediaQuery(phoneQuery, undefined, { getInitialValueInEffect: false }) ?? false;
}
