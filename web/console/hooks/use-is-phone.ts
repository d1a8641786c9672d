/** Whether the page is as narrow as a phone. Lists then have one cell per record, and large dialogs fill the screen. */

import { useMediaQuery } from '@mantine/hooks';

const phoneQuery = '(max-width: 47.99em)';

export function useIsPhone(): boolean {
  return useMediaQuery(phoneQuery, undefined, { getInitialValueInEffect: false }) ?? false;
}
