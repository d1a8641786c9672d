/** The charts come in a file of their own, when the first is shown: pages without one do not wait for it. */

import { lazy } from 'react';

export const Bars = lazy(() =>
  import('./drawn-charts.tsx').then(({ DrawnBars }) => ({ default: DrawnBars })),
);
export const Ring = lazy(() =>
  import('./drawn-charts.tsx').then(({ DrawnRing }) => ({ default: DrawnRing })),
);
