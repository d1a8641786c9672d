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

export const fetchOrder = (orderNo: string, patient = true) =>
  call<Order>('fetch_order', { order_no: orderNo }, { patient });

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

/** What `check_photo` says of an upload. `unknown`: this service does not offer the check. */
export type PhotoVerdict =
  | { readonly kind: 'good'; readonly warnings: readonly string[] }
  | { readonly kind: 'bad'; readonly reason: string }
  | { readonly kind: 'unknown' };

/** For services that offer it (`photo_check`). Never throws: a check that cannot be had must not keep anybody from ordering. */
export async function checkPhoto(good: Good, path: string, color: Color | null): Promise<PhotoVerdict> {
  try {
    const parameters = { goods_id: good.id, path, ...(color === null ? {} : { color }) };
    return verdictOf(await call<unknown>('check_photo', parameters, { patient: false }));
  } catch (error) {
    if (error instanceof ShopError && error.code === 'unusable_image')
      return { kind: 'bad', reason: error.message };
    return { kind: 'unknown' };
  }
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return '';
  const { detail, reason, text, code } = value as Record<string, unknown>;
  return [detail, reason, text, code].find((part) => typeof part === 'string') ?? '';
}

function verdictOf(answer: unknown): PhotoVerdict {
  if (typeof answer !== 'object' || answer === null) return { kind: 'unknown' };
  const { ok, reason, reasons, warnings } = answer as Record<string, unknown>;
  const listOf = (value: unknown) =>
    Array.isArray(value) ? value.map(textOf).filter((text) => text !== '') : [];
  if (ok === false) return { kind: 'bad', reason: textOf(reason) || (listOf(reasons)[0] ?? '') };
  return { kind: 'good', warnings: listOf(warnings) };
}
