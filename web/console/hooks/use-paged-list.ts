/** Lists that come in pages: the next begins where the last one said. The first is asked anew now and then. */

import { keepPreviousData, type QueryKey, useInfiniteQuery } from '@tanstack/react-query';

interface KeysetOptions<P> {
  readonly key: QueryKey;
  readonly fetchPage: (before: string | null, signal: AbortSignal) => Promise<P>;
  /** 0: never by itself. Only while the page is seen, and while one page is loaded. */
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

/** What a grid needs of such a list. */
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
