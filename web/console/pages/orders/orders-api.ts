/** Calls about orders. */

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { refetchAfterChange } from '../../../shared/api/query-client.ts';
import { get, post } from '../../api/call.ts';
import type { OrderDetail, OrderNumber, OrdersPage } from '../../api/types.ts';
import { usePagedList } from '../../hooks/use-paged-list.ts';
import type { OrderFilters } from './order-filters.ts';

const listEveryMs = 10_000;
const orderEveryMs = 5_000;

export function useOrders(filters: OrderFilters) {
  return usePagedList<OrdersPage>({
    key: ['orders', filters],
    everyMs: listEveryMs,
    fetchPage: (before, signal) => get<OrdersPage>('orders', { ...filters, before }, signal),
  });
}

/** The newest orders of all customers, or of one. */
export function useLatestOrders(limit: number, userId?: number) {
  return useQuery({
    queryKey: ['orders', 'latest', limit, userId],
    queryFn: ({ signal }) => get<OrdersPage>('orders', { limit, user_id: userId }, signal),
    refetchInterval: listEveryMs,
  });
}

export function useOrder(id: number) {
  return useQuery({
    queryKey: ['order', id],
    queryFn: ({ signal }) => get<OrderDetail>(`orders/${id}`, {}, signal),
    refetchInterval: orderEveryMs,
  });
}

/** The address of the file with the orders that match the filters, or of the orders with these ids. */
export function ordersCsvAddress(query: Readonly<Record<string, string>>): string {
  const filled = Object.entries(query).filter(([, value]) => value !== '');
  return `/admin/api/orders.csv?${new URLSearchParams(filled)}`;
}

export const orderCalls = {
  cancel: (id: number, reason: string) =>
    post<OrderDetail>(`orders/${id}/cancel`, reason === '' ? {} : { reason }),
  /** @param refundedBefore how many months were refunded before, as the operator saw it. Undefined: not checked. */
  refund: (id: number, reason: string, refundedBefore?: number) =>
    post<OrderDetail>(`orders/${id}/refund`, {
      reason,
      ...(refundedBefore === undefined ? {} : { refunded_before: refundedBefore }),
    }),
  refundMonths: (id: number, months: number, refundedBefore: number, reason: string) =>
    post<OrderDetail>(`orders/${id}/refund_months`, { months, refunded_before: refundedBefore, reason }),
  settleRefund: (id: number, refundNo: string, reason: string) =>
    post<OrderDetail>(`orders/${id}/settle_refund`, { refund_no: refundNo, reason }),
  retry: (id: number) => post<OrderDetail>(`orders/${id}/retry`),
  showNumber: (id: number) => post<OrderNumber>(`orders/${id}/number`),
  approve: (approvalId: number) => post<OrderDetail>(`refund_approvals/${approvalId}/confirm`),
  reject: (approvalId: number, reason: string) =>
    post<OrderDetail>(`refund_approvals/${approvalId}/reject`, { reason }),
  resend: (id: number, eventId: string) =>
    post<OrderDetail>(`orders/${id}/resend_event`, { event_id: eventId }),
};

/** Each action returns the changed order: store it, and fetch again the lists that may show it. */
export function useStoreOrder(): (order: OrderDetail) => void {
  const client = useQueryClient();
  return (order) => {
    client.setQueryData(['order', order.id], order);
    refetchAfterChange(client, [['inbox'], ['orders'], ['approvals'], ['money'], ['health'], ['jobs']]);
  };
}

export function useResendEvent(id: number) {
  const store = useStoreOrder();
  return useMutation({
    mutationFn: (eventId: string) => orderCalls.resend(id, eventId),
    onSuccess: store,
  });
}
