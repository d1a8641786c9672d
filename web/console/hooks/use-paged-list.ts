/**
 * A list that loads page by page: each response says where the next page begins. While only the first page is
 * loaded, it is refetched regularly.
 */

import { keepPreviousData, type QueryKey, useInfiniteQuery } from '@tanstack/react-query';

interface KeysetOptions<P> {
  readonly key: QueryKey;
  readonly fetchPage: (before: string | null, signal: AbortSignal) => Promise<P>;
  /** How often to refetch; 0: never. Refetching stops while the tab is hidden or more than one page is loaded. */
  readonly everyMs: number;
  readonly enabled?: boolean;
}

export function usePagedList<P extends { readonly before: string | null }>(options: KeysetOptions<P>) {
  const { key, fetchPage, everyMs, enabled = true } = options;
  return useInfiniteQuery({
    queryKey: key,
    enabled,
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) => fetchPage(pageParam, signal),
    getNextPageParam: (last) => last.before,
    placeholderData: keepPreviousData,
    refetchInterval: (query) =>
      everyMs === 0 || (query.state.data?.pages.length ?? 0) > 1 ? false : everyMs,
  });
}

/** The properties that a grid needs for its “Load more” button. */
export function nextPageOf(query: {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly fetchNextPage: () => unknown;
}) {
  return {
    has: query.hasNextPage,
    isLoading: query.isFetchingNextPage,
    load: () => void query.fetchNextPage(),
  };
}
