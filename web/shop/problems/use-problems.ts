/** The problems that the customer reported about an order. The hook polls them while the shop has not answered. */

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { fetchProblems } from '../api/operations.ts';
import type { OrderProblem } from '../api/types.ts';
import { useLinkRenewal } from '../order/use-link-renewal.ts';
import { orderDetailsKey } from '../order/use-order-details.ts';

const remakingEveryMs = 4_000;
const openEveryMs = 30_000;

export const problemsKey = (orderNo: string) => ['problems', orderNo];

function pauseMs(problems: readonly OrderProblem[]): number | false {
  if (problems.some(({ state }) => state === 'remaking')) return remakingEveryMs;
  return problems.some(({ state }) => state === 'open') ? openEveryMs : false;
}

/**
 * @param onAnswered called when the shop has answered, because the order may now have a new picture or a refund.
 * @returns null until they are known.
 */
export function useProblems(orderNo: string, onAnswered: () => void): readonly OrderProblem[] | null {
  const queryClient = useQueryClient();
  const query = useQuery({
    queryKey: problemsKey(orderNo),
    queryFn: async () => (await fetchProblems(orderNo)).problems,
    refetchInterval: ({ state }) => pauseMs(state.data ?? []),
  });
  const hasLink = query.data?.some((problem) => problem.former_result !== null) ?? false;
  useLinkRenewal(hasLink ? query.dataUpdatedAt : null, () => void query.refetch({ cancelRefetch: false }));
  const answered = query.data?.filter(({ state }) => state === 'answered').length ?? null;
  const seen = useRef(answered);
  const noteAnswer = useEffectEvent(() => {
    void queryClient.invalidateQueries({ queryKey: orderDetailsKey(orderNo) });
    onAnswered();
  });
  useEffect(() => {
    if (seen.current !== null && answered !== null && answered > seen.current) noteAnswer();
    seen.current = answered;
  }, [answered]);
  return query.data ?? null;
}
