/** The result of a query: a skeleton, the data or the error. Old data stays visible when a later fetch fails. */

import { Skeleton, Stack } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useWords } from '../texts/words.ts';
import { ErrorAlert } from './error-alert.tsx';

interface QueryResultProps<T> {
  readonly query: UseQueryResult<T>;
  readonly children: (data: T) => ReactNode;
  readonly skeletonHeight?: number;
}

export function QueryResult<T>({ query, children, skeletonHeight = 180 }: QueryResultProps<T>) {
  const { t } = useWords();
  const retry = () => void query.refetch();
  if (query.data === undefined) {
    if (query.isError) return <ErrorAlert error={query.error} onRetry={retry} />;
    return (
      <Skeleton height={skeletonHeight} radius="md" aria-busy aria-label={t.common.loading} role="status" />
    );
  }
  return (
    <Stack gap="md">
      {query.isError && <ErrorAlert error={query.error} onRetry={retry} />}
      {children(query.data)}
    </Stack>
  );
}
