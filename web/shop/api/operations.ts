/** The operations that the shop calls, one function each (docs/client-guide.md). All of them throw `ApiError`. */

import { ApiError } from '../../../client/src/api-error.ts';
import type { OrderParameters } from '../../../client/src/photokiosk.ts';
import { type Language, languageTag } from '../../../src/domain/language.ts';
import type { PictureArea, ProblemReason } from '../../../src/domain/order-problem.ts';
import { type Answer, call } from '../../shared/api/call.ts';
import { words } from '../texts/words.ts';
import { callOperation, noted, orderGood } from './call.ts';
import type { Color, Good, Order, OrderPage, Paper, Vip } from './types.ts';

export const listGoods = () => callOperation('goods_list', undefined);

export const listDocuments = () => callOperation('document_list', undefined);

export const readConfig = () =>
  noted(
    call<Answer<'shop_config'>>('/shop/config', {
      method: 'GET',
      headers: { 'accept-language': languageTag(words().language) },
    }),
  );

/**
 * @param parameters the parameters of the order besides `goods_id`. The good decides which are needed: `path`,
 * `color`, `size`, `num`.
 * @returns the order's number.
 */
export const placeOrder = (good: Good, parameters: OrderParameters, idempotencyKey: string) =>
  orderGood(good, parameters, { idempotencyKey });

/** @throws ApiError with status 404, also for a text that cannot be an order number. */
export async function fetchOrder(orderNo: string): Promise<Order> {
  try {
    return await callOperation('fetch_order', { order_no: orderNo });
  } catch (error) {
    if (error instanceof ApiError && error.code === 'invalid_parameters') {
      throw new ApiError({ code: 'unknown_order', status: 404, detail: error.message });
    }
    throw error;
  }
}

export const fetchOrderDetails = (orderNo: string) => callOperation('order_details', { order_no: orderNo });

/** What the provider's client needs; the fields depend on provider and channel. */
export type PaymentStart = Answer<'pay_order'>;

export const payOrder = (orderNo: string, provider: string, channel: string, idempotencyKey: string) =>
  callOperation('pay_order', { order_no: orderNo, provider, channel }, idempotencyKey);

/** @param orderNos 1 to 20 unpaid orders. Each of them is processed, fails and is refunded by itself. */
export const payOrders = (
  orderNos: readonly string[],
  provider: string,
  channel: string,
  idempotencyKey: string,
): Promise<PaymentStart> =>
  callOperation('pay_orders', { order_nos: orderNos.join(','), provider, channel }, idempotencyKey);

export const cancelOrder = (orderNo: string) => callOperation('cancel_order', { order_no: orderNo });

export const refundOrder = (orderNo: string, idempotencyKey: string) =>
  callOperation('refund_order', { order_no: orderNo }, idempotencyKey);

export const giveConsent = (version: number) => callOperation('face_consent', { version });

export const withdrawConsent = () => callOperation('face_consent', { withdraw: 1 });

export interface ProblemReport {
  readonly reason: ProblemReason;
  readonly note: string;
  /** The part of the picture that shows the problem; null: none. */
  readonly area: PictureArea | null;
}

export const reportProblem = (
  orderNo: string,
  { reason, note, area }: ProblemReport,
  idempotencyKey: string,
) =>
  callOperation(
    'report_problem',
    {
      order_no: orderNo,
      reason,
      ...(note === '' ? {} : { note }),
      ...(area === null
        ? {}
        : { area_left: area.left, area_top: area.top, area_width: area.width, area_height: area.height }),
    },
    idempotencyKey,
  );

export const fetchProblems = (orderNo: string) => callOperation('order_problems', { order_no: orderNo });

export const fetchOrderEmail = (orderNo: string) => callOperation('order_email', { order_no: orderNo });

export const setOrderEmail = (orderNo: string, email: string, language: Language) =>
  callOperation('set_order_email', { order_no: orderNo, email, language });

export const removeOrderEmail = (orderNo: string) =>
  callOperation('remove_order_email', { order_no: orderNo });

export const photoInColor = (orderNo: string, color: Color) =>
  callOperation('photo_color', { order_no: orderNo, color });

export const photoSheet = (orderNo: string, paper: Paper) =>
  callOperation('photo_sheet', { order_no: orderNo, paper });

/** Measures the finished photo of a document. */
export const photoReport = (orderNo: string) => callOperation('photo_report', { order_no: orderNo });

/** The same report as a PDF. @returns its signed address. */
export async function printedReport(orderNo: string, language: Language): Promise<string> {
  const { pdf_url } = await callOperation('photo_report', { order_no: orderNo, pdf: language });
  if (pdf_url === null) throw new Error('the service made no PDF');
  return pdf_url;
}

const noOrders: OrderPage = { orders: [], details: [], before: null };
export const noMembership: Vip = { is_vip: false, vip_until: null };

/** Returns `empty` for an answer with 401, which means that the caller has no orders and no membership yet. */
async function unlessUnknown<T>(answer: Promise<T>, empty: T): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return empty;
    throw error;
  }
}

/** @param before the `before` that the previous page returned; null for the first page. */
export const myOrders = (before: number | null, limit = 20) =>
  unlessUnknown(callOperation('my_orders', { limit, ...(before === null ? {} : { before }) }), noOrders);

export const myVip = () => unlessUnknown(callOperation('my_vip', undefined), noMembership);
