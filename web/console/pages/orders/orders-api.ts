/** Calls about orders and refunds that wait for a second operator. */

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { get, post } from '../../api/call.ts';
import type { ApprovalsPage, OrderDetail, OrdersPage } from '../../api/types.ts';
import { useKeyset } from '../../hooks/use-paged-list.ts';
import type { OrderFilters } from './order-filters.ts';

const listEveryMs = 10_000;
const orderEveryMs = 5_000;

export function useOrders(filters: OrderFilters) {
  return useKeyset<OrdersPage>({
    key: ['orders', filters],
    everyMs: listEveryMs,
    fetchPage: (before, signal) => get<OrdersPage>('orders', { ...filters, before }, signal),
  });
}

/** The first of all orders, or of one user's. */
export function useLatestOrders(limit: number, userId?: number) {
  return useQuery({
    queryKey: ['orders', 'latest', limit, userId],
    queryFn: ({ signal }) => get<OrdersPage>('orders', { limit, user_id: userId }, signal),
    refetchInterval: listEveryMs,
  });
}

export function useOrder(orderNo: string) {
  return useQuery({
    queryKey: ['order', orderNo],
    queryFn: ({ signal }) => get<OrderDetail>(`orders/${encodeURIComponent(orderNo)}`, {}, signal),
    refetchInterval: orderEveryMs,
  });
}

export function useApprovals(state: 'pending' | 'decided', enabled = true) {
  return useKeyset<ApprovalsPage>({
    key: ['approvals', state],
    enabled,
    everyMs: listEveryMs,
    fetchPage: (before, signal) => get<ApprovalsPage>('refund_approvals', { state, before }, signal),
  });
}

export const orderCalls = {
  cancel: (orderNo: string, reason: string) =>
    post<OrderDetail>(`orders/${orderNo}/cancel`, reason === '' ? {} : { reason }),
  refund: (orderNo: string, reason: string) => post<OrderDetail>(`orders/${orderNo}/refund`, { reason }),
  retry: (orderNo: string) => post<OrderDetail>(`orders/${orderNo}/retry`),
  confirm: (approvalId: number) => post<OrderDetail>(`refund_approvals/${approvalId}/confirm`),
  reject: (approvalId: number, reason: string) =>
    post<OrderDetail>(`refund_approvals/${approvalId}/reject`, { reason }),
  resend: (orderNo: string, eventId: string) =>
    post<OrderDetail>(`orders/${orderNo}/resend_event`, { event_id: eventId }),
};

/** Every change answers the order as it is now; lists that show it are asked again. */
export function useKeepOrder(): (order: OrderDetail) => void {
  const client = useQueryClient();
  return (order) => {
    client.setQueryData(['order', order.order_no], order);
    for (const key of ['orders', 'approvals', 'money', 'health', 'jobs']) {
      void client.invalidateQueries({ queryKey: [key] });
    }
  };
}

export function useResendEvent(orderNo: string) {
  const keep = useKeepOrder();
  return useMutation({
    mutationFn: (eventId: string) => orderCalls.resend(orderNo, eventId),
    onSuccess: keep,
  });
}
