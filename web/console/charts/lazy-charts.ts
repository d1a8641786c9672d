/** Loads the chart library with the first chart, so that pages without charts start sooner. */

import { lazy } from 'react';

export const Bars = lazy(() =>
  import('./drawn-charts.tsx').then(({ DrawnBars }) => ({ default: DrawnBars })),
);
export const Ring = lazy(() =>
  import('./drawn-charts.tsx').then(({ DrawnRing }) => ({ default: DrawnRing })),
);
