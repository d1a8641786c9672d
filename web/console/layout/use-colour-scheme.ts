/** Light or dark mode: the system's setting until the operator chooses one. */

import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';

export function useColourScheme() {
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme('light', { getInitialValueInEffect: false }) === 'dark';
  return { isDark, toggle: () => setColorScheme(isDark ? 'light' : 'dark') };
}
