/** The button and the dialog of each action on an order: what they say, and which call they make. */

import type { OrderAction, OrderDetail } from '../../api/types.ts';
import { amountText } from '../../format/amount-text.ts';
import { words } from '../../texts/words.ts';
import { orderCalls } from './orders-api.ts';

/** The actions with a button on the page. Webhooks are redelivered from their own list. */
export type ButtonAction = Exclude<OrderAction, 'resend_event'>;
/** The refund of months has a dialog of its own. */
export type SimpleAction = Exclude<ButtonAction, 'refund_months'>;

export interface ActionView {
  readonly button: string;
  readonly title: string;
  readonly confirm: string;
  /** The button that leaves the order as it is; undefined: “Cancel”. */
  readonly dismiss?: string;
  readonly body: string;
  readonly done: string;
  readonly isDangerous: boolean;
  readonly reason: 'none' | 'optional' | 'required';
  readonly act: (reason: string) => Promise<OrderDetail>;
}

function cancelView({ id }: OrderDetail): ActionView {
  const { orders } = words().t;
  return {
    button: orders.cancel,
    title: orders.cancelTitle,
    confirm: orders.cancel,
    dismiss: orders.keep,
    body: orders.cancelText,
    done: orders.cancelDone,
    isDangerous: true,
    reason: 'optional',
    act: (reason) => orderCalls.cancel(id, reason),
  };
}

function refundText({ deal_status, funct_name }: OrderDetail, amount: string): string {
  const { orders } = words().t;
  if (funct_name === 'mark_order_vip') return orders.refundMembershipText(amount);
  return deal_status === 'done' ? orders.refundFinishedText(amount) : orders.refundOpenText(amount);
}

function refundView(order: OrderDetail, amount: string): ActionView {
  const { orders } = words().t;
  return {
    button: orders.refund(amount),
    title: orders.refundTitle(amount),
    confirm: orders.refund(amount),
    body: refundText(order, amount),
    done: orders.refundDone,
    isDangerous: true,
    reason: 'required',
    act: (reason) => orderCalls.refund(order.id, reason, order.month_refunds.refunded_before),
  };
}

function requestView({ id, month_refunds }: OrderDetail, amount: string, limit: string): ActionView {
  const { orders } = words().t;
  return {
    button: orders.requestAmount(amount),
    title: orders.requestTitle(amount),
    confirm: orders.request,
    body: orders.requestText(limit),
    done: orders.requestDone,
    isDangerous: false,
    reason: 'required',
    act: (reason) => orderCalls.refund(id, reason, month_refunds.refunded_before),
  };
}

/** The text about a partial refund that waits for approval; null if none waits. */
function monthsText({ approval }: OrderDetail, amount: string): string | null {
  const { orders, users } = words().t;
  const months = approval?.months ?? null;
  return months === null ? null : orders.approveMonthsText(amount, users.monthCount(months));
}

function approveSettlementView(order: OrderDetail, amount: string): ActionView {
  const { orders } = words().t;
  return {
    button: orders.approveSettle,
    title: orders.settleTitle(amount),
    confirm: orders.settleConfirm,
    body: orders.approveSettleText(amount),
    done: orders.settleDone,
    isDangerous: true,
    reason: 'none',
    act: () => orderCalls.approve(order.approval?.id ?? 0),
  };
}

function approveView(order: OrderDetail, amount: string): ActionView {
  const { orders } = words().t;
  return {
    button: orders.approve,
    title: orders.refundTitle(amount),
    confirm: orders.approveAmount(amount),
    body: monthsText(order, amount) ?? refundText(order, amount),
    done: orders.refundDone,
    isDangerous: true,
    reason: 'none',
    act: () => orderCalls.approve(order.approval?.id ?? 0),
  };
}

function rejectTexts({ approval }: OrderDetail) {
  const { orders } = words().t;
  if (approval?.settled_refund_no == null) {
    const { reject, rejectTitle, rejectText, rejectDone } = orders;
    return { button: reject, title: rejectTitle, confirm: reject, body: rejectText, done: rejectDone };
  }
  const { rejectSettle, rejectSettleTitle, rejectSettleText, rejectSettleDone } = orders;
  return {
    button: rejectSettle,
    title: rejectSettleTitle,
    confirm: rejectSettle,
    body: rejectSettleText,
    done: rejectSettleDone,
  };
}

function rejectView(order: OrderDetail): ActionView {
  return {
    ...rejectTexts(order),
    isDangerous: false,
    reason: 'required',
    act: (reason) => orderCalls.reject(order.approval?.id ?? 0, reason),
  };
}

function retryView({ id, refund_state }: OrderDetail): ActionView {
  const { common, orders } = words().t;
  const label = refund_state === 'failed' ? orders.retryRefund : common.retry;
  return {
    button: label,
    title: orders.retryTitle,
    confirm: label,
    body: orders.retryText,
    done: orders.retryDone,
    isDangerous: false,
    reason: 'none',
    act: () => orderCalls.retry(id),
  };
}

/** @param limit the amount above which a refund needs a second operator, as text. */
export function actionView(action: SimpleAction, order: OrderDetail, limit: string): ActionView {
  const amount = amountText(order.approval?.amount ?? order.refundable, order.currency);
  switch (action) {
    case 'cancel':
      return cancelView(order);
    case 'refund':
      return refundView(order, amount);
    case 'request_refund':
      return requestView(order, amount, limit);
    case 'confirm_refund':
      if (order.approval?.settled_refund_no != null) return approveSettlementView(order, amount);
      return approveView(order, amount);
    case 'reject_refund':
      return rejectView(order);
    case 'retry':
      return retryView(order);
    default:
      return action satisfies never;
  }
}
