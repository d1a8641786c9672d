/**
 * The state of the fake of WeChat's virtual payment, without the HTTP layer: payments, refunds, items and the fake's
 * own books. The signatures are made by the published rules, in code that the adapter does not use.
 */

import { createHmac } from 'node:crypto';
import type { RefundCourse } from '../contract/provider-fixture.ts';

export const xpayAccount = {
  offerId: '1450012345',
  appKeys: ['livekey0123456789abcdefghijklmno', 'sandboxkey0123456789abcdefghijkl'],
} as const;

export interface FakeOrder {
  readonly orderNo: string;
  readonly openId: string;
  readonly env: number;
  readonly fee: number;
  readonly createdAt: number;
  readonly wxOrderId: string;
  status: number;
  paidFee: number;
  leftFee: number;
  couponFee: number;
  paidAt: number;
  orderType: number;
  /** Whether WeChat considers the goods delivered. */
  delivered: 'no' | 'by push' | 'by call';
  course: RefundCourse;
}

export interface FakeRefund {
  readonly refundNo: string;
  readonly order: FakeOrder;
  readonly fee: number;
  startedAt: number;
  readonly wxOrderId: string;
  status: 'running' | 'done' | 'failed';
  /** Whether the refund was requested again after it had failed. */
  isRetried: boolean;
  finishedAt: number;
}

export type XpayAnswer = Readonly<Record<string, unknown>>;

function hmac(key: string, text: string): string {
  return createHmac('sha256', key).update(text).digest('hex');
}

function refuse(errcode: number, errmsg: string): XpayAnswer {
  return { errcode, errmsg };
}

/** The error that a mini program gets from wx.requestVirtualPayment, with WeChat's `errCode`. */
export class ClientError extends Error {
  readonly errCode: number;

  constructor(errCode: number) {
    super(`requestVirtualPayment:fail ${errCode}`);
    this.errCode = errCode;
  }
}

export function createFakeXpay(now: () => number) {
  const orders = new Map<string, FakeOrder>();
  const refunds = new Map<string, FakeRefund>();
  const sessions = new Map<string, string>();
  const violations: string[] = [];
  let numbers = 0;
  const nextNo = () => `WX${String(++numbers).padStart(12, '0')}`;
  /** Whether `query_order` shows opened sheets, payments and refunds as soon as WeChat has accepted them. */
  const rules = {
    querySeesSheets: true,
    querySeesPayments: true,
    querySeesRefunds: true,
    /** Whether `query_order` shows that a failed refund was requested again. Otherwise it still shows the failure. */
    querySeesRetries: true,
  };

  /**
   * The customer's mini program opens WeChat's payment sheet with the data that the service returned. WeChat refuses a
   * number with which a sheet was opened before.
   * @param isPaid whether the customer pays at once. Otherwise the customer leaves the sheet, or pays later (`settle`).
   */
  function requestVirtualPayment(
    openId: string,
    clientData: Readonly<Record<string, string>>,
    isPaid: boolean,
    isApple = false,
  ): FakeOrder {
    const { mode, signData = '', paySig, signature } = clientData;
    if (mode !== 'short_series_goods') throw new ClientError(-1);
    const data = JSON.parse(signData) as Record<string, unknown>;
    const { offerId, buyQuantity, env, currencyType, productId, goodsPrice, outTradeNo, attach } = data;
    const appKey = xpayAccount.appKeys[Number(env)] ?? '';
    if (paySig !== hmac(appKey, `requestVirtualPayment&${signData}`)) throw new ClientError(-15006);
    const sessionKey = sessions.get(openId);
    if (sessionKey === undefined) throw new ClientError(-15007);
    if (signature !== hmac(sessionKey, signData)) throw new ClientError(-15005);
    const isWellFormed =
      offerId === xpayAccount.offerId &&
      currencyType === 'CNY' &&
      typeof attach === 'string' &&
      Number.isInteger(buyQuantity) &&
      Number.isInteger(goodsPrice) &&
      /^good_\d+_\d+$/.test(String(productId)) &&
      typeof outTradeNo === 'string' &&
      /^[0-9A-Za-z|*@-][0-9A-Za-z_|*@-]{7,31}$/.test(outTradeNo);
    if (!isWellFormed) throw new ClientError(-1);
    if (Number(String(productId).split('_')[2]) !== goodsPrice) throw new ClientError(-15013);
    const orderNo = String(outTradeNo);
    const known = orders.get(orderNo);
    if (known !== undefined) throw new ClientError(known.status === 6 ? -15012 : -15002);
    const order: FakeOrder = {
      orderNo,
      openId,
      env: Number(env),
      fee: Number(goodsPrice) * Number(buyQuantity),
      createdAt: now(),
      wxOrderId: nextNo(),
      status: 1,
      paidFee: 0,
      leftFee: 0,
      couponFee: 0,
      paidAt: 0,
      orderType: isApple ? 7 : 0,
      delivered: 'no',
      course: 'done',
    };
    orders.set(orderNo, order);
    if (isPaid) settle(order, order.fee);
    return order;
  }

  /** @param couponFee the part of the price that a coupon of WeChat pays. */
  function settle(order: FakeOrder, fee: number, couponFee = 0): void {
    Object.assign(order, {
      status: 2,
      paidFee: fee,
      leftFee: fee,
      couponFee,
      paidAt: Math.floor(now() / 1000) * 1000,
    });
  }

  function queryOrder({ openid, order_id: orderNo, env }: XpayAnswer): XpayAnswer {
    const known = orders.get(String(orderNo));
    const order = rules.querySeesSheets || known?.status !== 1 ? known : undefined;
    const refund = rules.querySeesRefunds ? refunds.get(String(orderNo)) : undefined;
    const owner = order ?? refund?.order;
    if (owner === undefined || owner.env !== env) return refuse(268_490_002, '数据不存在 rid: 1-2-3');
    if (owner.openId !== openid) return refuse(268_490_001, 'openid错误');
    return { errcode: 0, errmsg: 'ok', order: order === undefined ? shownRefund(refund) : shownOrder(order) };
  }

  function shownOrder(order: FakeOrder) {
    const isSeen = rules.querySeesPayments || order.status < 2;
    return {
      order_id: order.orderNo,
      status: isSeen ? order.status : 1,
      order_type: order.orderType,
      order_fee: order.fee,
      coupon_fee: isSeen ? order.couponFee : 0,
      paid_fee: isSeen ? order.paidFee : 0,
      refund_fee: 0,
      left_fee: order.leftFee,
      paid_time: isSeen ? order.paidAt / 1000 : 0,
      env_type: order.env + 1,
      wx_order_id: order.wxOrderId,
    };
  }

  function shownRefund(refund: FakeRefund | undefined) {
    const isStale = refund?.isRetried === true && !rules.querySeesRetries;
    const status = isStale ? 7 : { running: 1, done: 5, failed: 7 }[refund?.status ?? 'running'];
    return {
      order_id: refund?.refundNo,
      status,
      order_type: 1,
      refund_fee: refund?.fee,
      paid_time: (refund?.finishedAt ?? 0) / 1000,
      env_type: (refund?.order.env ?? 0) + 1,
      wx_order_id: refund?.wxOrderId,
    };
  }

  function refundOrder(body: XpayAnswer): XpayAnswer {
    const { openid, order_id: orderNo, refund_order_id: refundNo, left_fee: leftFee, refund_fee: fee } = body;
    const order = orders.get(String(orderNo));
    if (order === undefined || order.env !== body.env) return refuse(268_490_002, '数据不存在');
    if (order.openId !== openid) return refuse(268_490_001, 'openid错误');
    if (!/^[A-Za-z0-9_-]{8,32}$/.test(String(refundNo))) return refuse(268_490_002, 'refund_order_id错误');
    if (
      !['0', '1', '2', '3', '4', '5'].includes(String(body.refund_reason)) ||
      !/^[123]$/.test(String(body.req_from))
    ) {
      return refuse(268_490_002, 'refund_reason错误');
    }
    if (order.orderType === 7) return refuse(268_490_002, '苹果支付订单不支持退款');
    const known = refunds.get(String(refundNo));
    if (known !== undefined && known.status !== 'failed') {
      if (known.fee !== fee || known.order !== order)
        violations.push(`refund ${refundNo} was repeated otherwise`);
      return known.status === 'running'
        ? refuse(268_490_014, '退款操作进行中')
        : refuse(268_490_004, '重复操作');
    }
    if (order.status < 2 || order.status === 6) return refuse(268_490_002, '订单未支付');
    if (leftFee !== order.leftFee) return refuse(268_490_016, 'left_fee不符');
    if (typeof fee !== 'number' || fee <= 0 || fee > order.leftFee)
      return refuse(268_490_002, 'refund_fee错误');
    const refund: FakeRefund = known ?? {
      refundNo: String(refundNo),
      order,
      fee,
      startedAt: now(),
      wxOrderId: nextNo(),
      status: 'running',
      isRetried: false,
      finishedAt: 0,
    };
    Object.assign(refund, { status: 'running', isRetried: known !== undefined, startedAt: now() });
    refunds.set(refund.refundNo, refund);
    order.leftFee -= fee;
    if (order.course === 'failed') {
      order.course = 'done';
      finish(refund, 'failed');
    } else if (order.course === 'done') finish(refund, 'done');
    return { errcode: 0, errmsg: 'ok', refund_order_id: refundNo, refund_wx_order_id: refund.wxOrderId };
  }

  function finish(refund: FakeRefund, status: 'done' | 'failed'): void {
    if (refund.status !== 'running') throw new Error(`refund ${refund.refundNo} is ${refund.status}`);
    Object.assign(refund, { status, finishedAt: Math.floor(now() / 1000) * 1000 });
    const { order } = refund;
    if (status === 'failed') order.leftFee += refund.fee;
    // As observed at WeChat, the status of a payment does not show reliably whether it was refunded.
    else order.status = order.leftFee === 0 ? 5 : 4;
  }

  /** WeChat, Apple or the merchant on WeChat's pages returns a part of a payment. */
  function refundByHand(orderNo: string, fee: number): void {
    const order = orders.get(orderNo);
    if (order === undefined || order.leftFee < fee) throw new Error(`payment ${orderNo} cannot be refunded`);
    order.leftFee -= fee;
    order.status = order.leftFee === 0 ? 5 : order.status;
  }

  function returnedMinor(orderNo: string): number {
    return [...refunds.values()]
      .filter(({ order, status }) => order.orderNo === orderNo && status === 'done')
      .reduce((sum, { fee }) => sum + fee, 0);
  }

  return {
    orders,
    refunds,
    sessions,
    violations,
    rules,
    requestVirtualPayment,
    settle,
    queryOrder,
    refundOrder,
    finish,
    refundByHand,
    returnedMinor,
    isPaySigned: (path: string, body: string, env: number, paySig: string) =>
      paySig === hmac(xpayAccount.appKeys[env] ?? '', `${path}&${body}`),
    /** The sums in WeChat's own books: what customers paid, and what was returned to them. */
    book(): { readonly takenMinor: number; readonly returnedMinor: number } {
      const all = [...orders.values()];
      for (const { orderNo, paidFee } of all) {
        if (returnedMinor(orderNo) > paidFee) violations.push(`more than paid was returned for ${orderNo}`);
      }
      return {
        takenMinor: all.reduce((sum, { paidFee }) => sum + paidFee, 0),
        returnedMinor: all.reduce((sum, { orderNo }) => sum + returnedMinor(orderNo), 0),
      };
    },
  };
}

export type FakeXpay = ReturnType<typeof createFakeXpay>;
