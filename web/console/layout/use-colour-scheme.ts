/** Light or dark: the system's until the operator chooses. */

import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';

export function useScheme() {
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme('light', { getInitialValueInEffect: false }) === 'dark';
  return { isDark, toggle: () => setColorScheme(isDark ? 'light' : 'dark') };
}
