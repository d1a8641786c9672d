/**
 * The payments and refunds of the fake WeChat Pay, and the rules by which it accepts and refuses calls, without HTTP
 * and signatures. Calls that a correct adapter never makes are recorded as violations.
 */

import type { Clock } from '../../../src/usecases/ports/tools.ts';
import {
  type FakeMerchant,
  type FakeOrder,
  type FakeRefund,
  type JsonFields,
  type Reply,
  refuse,
} from './fake-records.ts';
import { isAcceptedText, requestProblem } from './request-problem.ts';

const minuteMs = 60_000;
const yearMs = 365 * 24 * 60 * minuteMs;

export type FakeTrades = ReturnType<typeof createFakeTrades>;

export function createFakeTrades(clock: Clock, { mchId, appId }: FakeMerchant) {
  const orders = new Map<string, FakeOrder>();
  const refunds = new Map<string, FakeRefund>();
  const violations: string[] = [];
  const rules = {
    /** How long after its opening a payment cannot be closed. */
    closeableAfterMs: 0,
    emptyAccount: false,
    refundPauseMs: minuteMs,
    /**
     * The addresses to which WeChat Pay sends notifications. Tests of a service on this machine, which has no TLS,
     * replace this rule.
     */
    notifyUrl: /^https:\/\/[^?#]+$/,
  };
  let numbers = 0;

  function open(channel: string, text: string): Reply {
    const body = JSON.parse(text) as JsonFields;
    const problem = requestProblem(channel, body, rules.notifyUrl);
    if (problem !== null) {
      violations.push(`open: ${problem}`);
      return refuse(400, 'PARAM_ERROR', problem);
    }
    if (body.mchid !== mchId || body.appid !== appId) {
      return refuse(400, 'APPID_MCHID_NOT_MATCH', 'appid和mchid不匹配');
    }
    const outTradeNo = String(body.out_trade_no);
    const known = orders.get(outTradeNo);
    if (known === undefined) {
      if (Date.parse(String(body.time_expire)) < clock.now() + minuteMs) {
        return refuse(400, 'INVALID_REQUEST', 'time_expire过短');
      }
      const { total, currency } = body.amount as { total: number; currency: string };
      orders.set(outTradeNo, {
        outTradeNo,
        body: text,
        tradeType: { jsapi: 'JSAPI', native: 'NATIVE', h5: 'MWEB' }[channel] ?? '',
        createdAt: clock.now(),
        expiresAt: Date.parse(String(body.time_expire)),
        notifyUrl: String(body.notify_url),
        total,
        payerTotal: total,
        currency,
        state: 'NOTPAY',
        transactionId: null,
        paidAt: null,
        course: 'done',
      });
    } else if (known.state === 'SUCCESS') return refuse(400, 'ORDERPAID', '该订单已支付');
    else if (known.state === 'CLOSED') return refuse(400, 'ORDER_CLOSED', '该订单已关闭');
    else if (known.body !== text) return refuse(403, 'OUT_TRADE_NO_USED', '商户订单号重复');
    return { status: 200, body: opened(channel, outTradeNo) };
  }

  function opened(channel: string, outTradeNo: string): object {
    if (channel === 'native') return { code_url: `weixin://wxpay/bizpayurl?pr=${outTradeNo}` };
    if (channel === 'h5') {
      const query = `prepay_id=wx${outTradeNo}&at=${clock.now()}`;
      return { h5_url: `https://wx.tenpay.example/checkmweb?${query}` };
    }
    return { prepay_id: `wx${outTradeNo}` };
  }

  function close(outTradeNo: string, body: JsonFields): Reply {
    if (body.mchid !== mchId) return refuse(400, 'PARAM_ERROR', 'mchid');
    const order = orders.get(outTradeNo);
    if (order === undefined) return refuse(404, 'ORDER_NOT_EXIST', '订单不存在');
    if (order.state === 'SUCCESS') return refuse(400, 'ORDERPAID', '该订单已支付');
    if (order.state === 'CLOSED') return refuse(400, 'ORDER_CLOSED', '该订单已关闭');
    if (order.state === 'USERPAYING') return refuse(429, 'FREQUENCY_LIMITED', '用户支付中，请稍后再试');
    if (clock.now() < order.createdAt + rules.closeableAfterMs) {
      return refuse(400, 'INVALID_REQUEST', '订单生成后不能马上调用关单接口');
    }
    order.state = 'CLOSED';
    return { status: 204, body: null };
  }

  function query(outTradeNo: string): Reply {
    const order = orders.get(outTradeNo);
    if (order === undefined) return refuse(404, 'ORDER_NOT_EXIST', '订单不存在');
    return { status: 200, body: transaction(order) };
  }

  /** The fields of a payment in the answer to a query and in a notification. */
  function transaction(order: FakeOrder): Record<string, unknown> {
    const refunded = [...refunds.values()].some(
      (one) => one.outTradeNo === order.outTradeNo && one.status !== 'CLOSED',
    );
    const shared = { appid: appId, mchid: mchId, out_trade_no: order.outTradeNo, attach: '' };
    if (order.state !== 'SUCCESS') {
      const amount = { total: order.total, payer_currency: 'CNY' };
      return { ...shared, trade_state: order.state, trade_state_desc: `订单${order.state}`, amount };
    }
    return {
      ...shared,
      transaction_id: order.transactionId,
      trade_type: order.tradeType,
      trade_state: refunded ? 'REFUND' : 'SUCCESS',
      trade_state_desc: '支付成功',
      bank_type: 'OTHERS',
      success_time: beijing(order.paidAt ?? 0),
      payer: { openid: 'oUpF8uMuAJO_M2pxb1Q9zNjWeS6o' },
      amount: {
        total: order.total,
        payer_total: order.payerTotal,
        currency: order.currency,
        payer_currency: order.currency,
      },
    };
  }

  function requestRefund(body: JsonFields): Reply {
    const amount = body.amount as { refund: number; total: number; currency: string };
    const outRefundNo = String(body.out_refund_no);
    if (!/^[0-9A-Za-z_\-|*@]{1,64}$/.test(outRefundNo)) violations.push(`refund number ${outRefundNo}`);
    if (body.reason !== undefined && !isAcceptedText(String(body.reason), 80)) {
      return refuse(400, 'PARAM_ERROR', 'reason');
    }
    const known = refunds.get(outRefundNo);
    if (known !== undefined) {
      const isSame = known.amount === amount.refund && known.outTradeNo === body.out_trade_no;
      if (isSame) return { status: 200, body: refundFields(known) };
      return refuse(400, 'INVALID_REQUEST', '订单金额或退款金额与之前请求不一致，请核实后再试');
    }
    const order = orders.get(String(body.out_trade_no));
    if (order === undefined) return refuse(404, 'RESOURCE_NOT_EXISTS', '订单不存在');
    if (order.state !== 'SUCCESS') return refuse(400, 'INVALID_REQUEST', '订单未支付');
    if (amount.total !== order.total || amount.currency !== order.currency) {
      violations.push(`refund ${outRefundNo} names another total or currency`);
      return refuse(400, 'INVALID_REQUEST', '订单金额不一致');
    }
    const others = [...refunds.values()].filter(
      ({ outTradeNo, status }) => outTradeNo === order.outTradeNo && status !== 'CLOSED',
    );
    const refused = refundRefusal(order, others, amount.refund);
    if (refused !== null) return refused;
    const refund: FakeRefund = {
      outRefundNo,
      outTradeNo: order.outTradeNo,
      refundId: `50300${String(++numbers).padStart(20, '0')}`,
      amount: amount.refund,
      currency: amount.currency,
      requestedAt: clock.now(),
      status: order.course === 'pending' ? 'PROCESSING' : 'SUCCESS',
      finishedAt: order.course === 'pending' ? null : clock.now(),
    };
    refunds.set(outRefundNo, refund);
    return { status: 200, body: refundFields(refund) };
  }

  function refundRefusal(order: FakeOrder, others: readonly FakeRefund[], amount: number): Reply | null {
    const returned = others.reduce((sum, other) => sum + other.amount, 0);
    if (clock.now() - (order.paidAt ?? 0) > yearMs) {
      return refuse(400, 'INVALID_REQUEST', '订单已超过可退款的最大期限');
    }
    if (returned + amount > order.total) {
      violations.push(`refunds of ${order.outTradeNo} exceed its payment`);
      return refuse(400, 'INVALID_REQUEST', '申请退款金额大于可退余额');
    }
    if (others.length >= 50) return refuse(400, 'INVALID_REQUEST', '部分退款超过50次');
    if (others.some(({ requestedAt }) => clock.now() - requestedAt < rules.refundPauseMs)) {
      return refuse(429, 'FREQUENCY_LIMITED', '退款过于频繁，请稍后再试');
    }
    if (rules.emptyAccount) return refuse(403, 'NOT_ENOUGH', '基本账户余额不足');
    if (order.course === 'failed') {
      order.course = 'done';
      return refuse(403, 'NOT_ENOUGH', '基本账户余额不足');
    }
    return null;
  }

  function queryRefund(outRefundNo: string): Reply {
    const refund = refunds.get(outRefundNo);
    if (refund === undefined) return refuse(404, 'RESOURCE_NOT_EXISTS', '退款单不存在');
    return { status: 200, body: refundFields(refund) };
  }

  function refundFields(refund: FakeRefund): Record<string, unknown> {
    const order = orders.get(refund.outTradeNo);
    return {
      refund_id: refund.refundId,
      out_refund_no: refund.outRefundNo,
      transaction_id: order?.transactionId,
      out_trade_no: refund.outTradeNo,
      channel: 'ORIGINAL',
      user_received_account: '支付用户零钱',
      status: refund.status,
      create_time: beijing(refund.requestedAt),
      ...(refund.status === 'SUCCESS' ? { success_time: beijing(refund.finishedAt ?? 0) } : {}),
      amount: {
        total: order?.total,
        refund: refund.amount,
        payer_total: order?.payerTotal,
        payer_refund: refund.amount,
        currency: refund.currency,
      },
    };
  }

  /** The customer pays. @param late the payment sheet was opened before `time_expire`. */
  function pay(outTradeNo: string, late = false): FakeOrder {
    const order = orders.get(outTradeNo);
    if (order === undefined) throw new Error(`there is no order ${outTradeNo}`);
    if (!['NOTPAY', 'USERPAYING', 'PAYERROR'].includes(order.state))
      throw new Error(`order is ${order.state}`);
    if (!late && clock.now() >= order.expiresAt) throw new Error('the order has expired');
    order.state = 'SUCCESS';
    order.transactionId = `42000${String(++numbers).padStart(23, '0')}`;
    order.paidAt = Math.floor(clock.now() / 1000) * 1000;
    return order;
  }

  function finishRefund(
    outRefundNo: string,
    status: Exclude<FakeRefund['status'], 'PROCESSING'>,
  ): FakeRefund {
    const refund = refunds.get(outRefundNo);
    if (refund === undefined) throw new Error(`there is no refund ${outRefundNo}`);
    refund.status = status;
    refund.finishedAt = clock.now();
    return refund;
  }

  /** What customers paid, and what was returned to them, by currency. */
  function book(): Map<string, { takenMinor: number; returnedMinor: number }> {
    const sums = new Map<string, { takenMinor: number; returnedMinor: number }>();
    const sumOf = (currency: string) => {
      const sum = sums.get(currency) ?? { takenMinor: 0, returnedMinor: 0 };
      sums.set(currency, sum);
      return sum;
    };
    for (const { state, total, currency } of orders.values()) {
      if (state === 'SUCCESS') sumOf(currency).takenMinor += total;
    }
    for (const { status, amount, currency } of refunds.values()) {
      if (status === 'SUCCESS') sumOf(currency).returnedMinor += amount;
    }
    return sums;
  }

  return {
    orders,
    refunds,
    violations,
    rules,
    open,
    close,
    query,
    requestRefund,
    queryRefund,
    transaction,
    refundFields,
    pay,
    finishRefund,
    book,
  };
}

/** RFC 3339 in Beijing time. */
export function beijing(at: number): string {
  return `${new Date(at + 8 * 60 * minuteMs).toISOString().slice(0, 19)}+08:00`;
}
