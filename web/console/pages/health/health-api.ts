/** The service's health, refetched while the page is visible. */

import { useQuery } from '@tanstack/react-query';
import { get } from '../../api/call.ts';
import type { Health } from '../../api/types.ts';

const refetchEveryMs = 10_000;

export function useHealth(enabled = true) {
  return useQuery({
    queryKey: ['health'],
    enabled,
    queryFn: ({ signal }) => get<Health>('health', {}, signal),
    refetchInterval: refetchEveryMs,
  });
}
