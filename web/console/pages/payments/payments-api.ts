/** Revenue and refunds by day and provider. */

import { useQuery } from '@tanstack/react-query';
import { get } from '../../api/call.ts';
import type { Money } from '../../api/types.ts';

export interface Days {
  /** `YYYY-MM-DD` in the shop's zone; both days are included. */
  readonly from: string;
  readonly to: string;
}

export function usePayments(days: Days, everyMs = 30_000) {
  return useQuery({
    queryKey: ['money', days],
    queryFn: ({ signal }) => get<Money>('money', { ...days }, signal),
    refetchInterval: everyMs,
  });
}

export function csvAddress({ from, to }: Days): string {
  return `/admin/api/money.csv?${new URLSearchParams({ from, to })}`;
}
