/** Light or dark: the system's until the operator chooses. */

import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';

export function useColourScheme() {
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme('light', { getInitialValueInEffect: false }) === 'dark';
  return { isDark, toggle: () => setColorScheme(isDark ? 'light' : 'dark') };
}
