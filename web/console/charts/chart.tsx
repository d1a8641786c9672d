/** A picture of numbers, with the same in words for people who do not see it. */

import { Skeleton } from '@mantine/core';
import { type ReactNode, Suspense } from 'react';

interface ChartProps {
  readonly summary: string;
  readonly height: number;
  readonly children: ReactNode;
}

export function Chart({ summary, height, children }: ChartProps) {
  return (
    <div role="img" aria-label={summary} style={{ height }}>
      <Suspense fallback={<Skeleton height={height} />}>{children}</Suspense>
    </div>
  );
}
