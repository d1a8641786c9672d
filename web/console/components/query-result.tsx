/** What a query has to show: a skeleton, its data, or why there is none. Old data stays while the service is away. */

import { Skeleton, Stack } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { t } from '../texts/words.ts';
import { ProblemAlert } from './error-alert.tsx';

interface LoadedProps<T> {
  readonly query: UseQueryResult<T>;
  readonly children: (data: T) => ReactNode;
  readonly skeletonHeight?: number;
}

export function Loaded<T>({ query, children, skeletonHeight = 180 }: LoadedProps<T>) {
  const retry = () => void query.refetch();
  if (query.data === undefined) {
    if (query.isError) return <ProblemAlert error={query.error} onRetry={retry} />;
    return <Skeleton height={skeletonHeight} radius="md" aria-busy aria-label={t('Loading')} role="status" />;
  }
  return (
    <Stack gap="md">
      {query.isError && <ProblemAlert error={query.error} onRetry={retry} />}
      {children(query.data)}
    </Stack>
  );
}
