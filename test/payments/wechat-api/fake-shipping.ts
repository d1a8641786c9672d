/**
 * Managed delivery (发货管理) of the fake of WeChat, without the HTTP layer: the payments that must be reported as
 * delivered, and the delivery reports.
 */

import type { XpayAnswer } from '../wechat-virtual/fake-xpay.ts';

/** A payment of WeChat Pay in the mini program. */
export interface ShippablePayment {
  readonly openId: string;
  readonly paidAt: number;
}

export type FakeShipping = ReturnType<typeof createFakeShipping>;

const ok: XpayAnswer = { errcode: 0, errmsg: 'ok' };
const uploadTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}\+08:00$/;

function refuse(errcode: number, errmsg: string): XpayAnswer {
  return { errcode, errmsg };
}

export function createFakeShipping(appId: string, now: () => number) {
  const rules = {
    /** Whether WeChat manages the deliveries of the app. Null: the app has no API for managed delivery. */
    isManaged: true as boolean | null,
    /** How long after a payment WeChat's list of payments contains it. */
    lagMs: 0,
    findPayment: (_transactionId: string): ShippablePayment | undefined => undefined,
  };
  /** The reports of each payment, by its transaction id. */
  const reports = new Map<string, XpayAnswer[]>();

  function isTradeManaged({ appid }: XpayAnswer): XpayAnswer {
    if (rules.isManaged === null) return refuse(48_001, 'api unauthorized');
    if (appid !== appId) return refuse(40_013, 'invalid appid');
    return { ...ok, is_trade_managed: rules.isManaged };
  }

  function uploadShippingInfo(body: XpayAnswer): XpayAnswer {
    const key = body.order_key as XpayAnswer;
    const list = body.shipping_list as XpayAnswer[];
    const { openid } = body.payer as XpayAnswer;
    if (key.order_number_type !== 2) return refuse(268_485_194, '订单单号类型非法');
    if (body.logistics_type !== 3 || body.delivery_mode !== 1) return refuse(268_485_224, '发货模式非法');
    if (list.length !== 1) return refuse(268_485_228, '物流信息列表非法');
    const description = String(list[0]?.item_desc ?? '');
    if (description === '') return refuse(10_060_008, '商品描述不能为空');
    if (Buffer.byteLength(description) > 120) return refuse(10_060_009, '商品描述太长');
    if (!uploadTime.test(String(body.upload_time))) return refuse(268_485_216, '上传时间非法');
    const id = String(key.transaction_id);
    const payment = rules.findPayment(id);
    if (payment === undefined || now() < payment.paidAt + rules.lagMs) {
      return refuse(10_060_001, '支付单不存在');
    }
    if (payment.openId !== openid) return refuse(10_060_031, '支付单不属于 openid 所指定的用户');
    const earlier = reports.get(id) ?? [];
    if (JSON.stringify(earlier.at(-1)) === JSON.stringify(body)) return refuse(10_060_023, '发货信息未更新');
    if (earlier.length > 1) return refuse(10_060_003, '支付单已使用重新发货机会');
    reports.set(id, [...earlier, body]);
    return ok;
  }

  return { rules, reports, isTradeManaged, uploadShippingInfo };
}
