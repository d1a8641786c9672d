/** The operations that the shop calls, one function each (docs/client-guide.md). */

import { call, newIdempotencyKey, request } from './call.ts';
import { ShopError } from './shop-error.ts';
import type { Color, Good, Order, OrderPage, ShopConfig, Vip } from './types.ts';

export const listGoods = () => call<readonly Good[]>('goods_list');

export const readConfig = () => request<ShopConfig>('/shop/config', { method: 'GET' }, true);

/** `parameters` besides `goods_id`: `path`, `color`, `num`, by the good. */
export async function placeOrder(
  good: Good,
  parameters: Readonly<Record<string, unknown>>,
  idempotencyKey: string,
): Promise<string> {
  const body = { goods_id: good.id, ...parameters };
  const answer = await call<{ order_no: string }>(good.funct_name, body, { idempotencyKey });
  return answer.order_no;
}

/** @throws ShopError of status 404 for what cannot be a number as well: it is none of an order. */
export async function fetchOrder(orderNo: string, patient = true): Promise<Order> {
  try {
    return await call<Order>('fetch_order', { order_no: orderNo }, { patient });
  } catch (error) {
    if (error instanceof ShopError && error.code === 'invalid_parameters') {
      throw new ShopError('unknown_order', error.message, 404);
    }
    throw error;
  }
}

/** What the provider's client needs; the fields depend on provider and channel. */
export type PaymentStart = Readonly<Record<string, string>>;

export const payOrder = (orderNo: string, provider: string, channel: string) =>
  call<PaymentStart>(
    'pay_order',
    { order_no: orderNo, provider, channel },
    { idempotencyKey: newIdempotencyKey() },
  );

export const cancelOrder = (orderNo: string) =>
  call<Order>('cancel_order', { order_no: orderNo }, { patient: false });

export const refundOrder = (orderNo: string) =>
  call<Order>('refund_order', { order_no: orderNo }, { idempotencyKey: newIdempotencyKey() });

interface MadePhoto {
  readonly url: string;
}

export const photoColor = (orderNo: string, color: Color) =>
  call<MadePhoto>('photo_color', { order_no: orderNo, color });

export const photoSheet = (orderNo: string, paper: 'four_r' | 'five_inch' | 'a4') =>
  call<MadePhoto>('photo_sheet', { order_no: orderNo, paper });

const firstPage: OrderPage = { orders: [], before: null };
const noVip: Vip = { is_vip: false, vip_until: null };

/** Who has bought nothing yet is nobody to the service: that is an empty list and no membership. */
async function orNobody<T>(answer: Promise<T>, nobody: T): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ShopError && error.status === 401) return nobody;
    throw error;
  }
}

export const myOrders = (before: number | null) =>
  orNobody(call<OrderPage>('my_orders', { limit: 20, ...(before === null ? {} : { before }) }), firstPage);

export const myVip = () => orNobody(call<Vip>('my_vip'), noVip);
