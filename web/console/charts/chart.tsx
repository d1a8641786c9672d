/** The frame of a chart, with its numbers as text for screen readers. */

import { rem, Skeleton } from '@mantine/core';
import { type ReactNode, Suspense } from 'react';

interface ChartProps {
  readonly summary: string;
  /** In px for text of the usual size. The chart grows with the text, because its legend does. */
  readonly height: number;
  readonly children: ReactNode;
}

export function Chart({ summary, height, children }: ChartProps) {
  return (
    <div role="img" aria-label={summary} style={{ height: rem(height) }}>
      <Suspense fallback={<Skeleton height={height} />}>{children}</Suspense>
    </div>
  );
}
