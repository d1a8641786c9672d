/**
 * Reports deliveries to WeChat (发货信息录入). In a mini program under managed delivery (发货管理), WeChat keeps the money of
 * a payment until the shop has reported the delivery and the customer has confirmed it.
 */

import type { DeliveredOrder, DeliveryReport } from '../../usecases/ports/order-reports.ts';
import { ProviderUnreachable } from '../../usecases/ports/payment-provider.ts';
import type { Clock } from '../../usecases/ports/tools.ts';
import type { ApiClient } from '../wechat-api/api-client.ts';
import { WechatApiRefusal } from '../wechat-api/wechat-http.ts';
import { beijing } from './fetch-bill.ts';
import { fitText } from './open-payment-body.ts';

export interface DeliveryParts {
  readonly api: ApiClient;
  readonly appId: string;
  readonly mchId: string;
  readonly clock: Clock;
  /** Whether the service first asks WeChat if the mini program is under managed delivery, and reports only if it is. */
  readonly asksWechat: boolean;
}

const managedPath = '/wxa/sec/order/is_trade_managed';
const uploadPath = '/wxa/sec/order/upload_shipping_info';

/**
 * How long WeChat's answer is cached. If an operator signs the mini program up for managed delivery, the service
 * reports deliveries after this time at the latest.
 */
const managedMs = 10 * 60_000;

/** 48001: the app has no such API, for example because it is an official account. */
const noSuchApiCode = 48_001;

/**
 * Codes which mean that WeChat has the report already: the order is delivered (10060002), was reported twice
 * (10060003), or the report has not changed (10060023).
 */
const knownCodes: readonly number[] = [10_060_002, 10_060_003, 10_060_023];

/** WeChat does not know the payment yet (10060001), or has an error of its own. A later repetition succeeds. */
const laterCodes: readonly number[] = [10_060_001, 10_060_012, 10_060_019];

/** The codes of managed delivery. All others are about the mini program, its access token or this machine. */
function isShippingCode(code: number): boolean {
  return (code >= 10_060_000 && code < 10_061_000) || (code >= 268_485_000 && code < 268_486_000);
}

const descriptionBytesMax = 120;
/** The description of a good whose title consists only of emoji, which are left out. */
const descriptionDefault = '照片服务';
const virtualGoods = 3;
const wholeDelivery = 1;

export function createDeliveryReports(
  parts: DeliveryParts,
): (order: DeliveredOrder) => Promise<DeliveryReport> {
  const isManaged = managedDelivery(parts);
  return async (order) => {
    if (parts.asksWechat && !(await isManaged())) return { state: 'not_needed' };
    try {
      await parts.api.post(uploadPath, reportOf(parts, order));
      return { state: 'reported' };
    } catch (error) {
      if (!(error instanceof WechatApiRefusal)) throw error;
      if (knownCodes.includes(error.code)) return { state: 'reported' };
      if (isShippingCode(error.code) && !laterCodes.includes(error.code)) {
        return { state: 'refused', reason: error.message };
      }
      throw new ProviderUnreachable(error.message);
    }
  };
}

function managedDelivery({ api, appId, clock }: DeliveryParts): () => Promise<boolean> {
  let known: { readonly isManaged: boolean; readonly until: number } | null = null;
  return async () => {
    if (known !== null && clock.now() < known.until) return known.isManaged;
    const isManaged = await askManaged(api, appId);
    known = { isManaged, until: clock.now() + managedMs };
    return isManaged;
  };
}

async function askManaged(api: ApiClient, appId: string): Promise<boolean> {
  try {
    return (await api.post(managedPath, { appid: appId })).is_trade_managed === true;
  } catch (error) {
    if (!(error instanceof WechatApiRefusal)) throw error;
    if (error.code === noSuchApiCode) return false;
    throw new ProviderUnreachable(error.message);
  }
}

function reportOf({ mchId }: DeliveryParts, { payment, title, deliveredAt }: DeliveredOrder) {
  const { providerRef, paymentNo, payerId } = payment;
  return {
    order_key:
      providerRef === null
        ? { order_number_type: 1, mchid: mchId, out_trade_no: paymentNo }
        : { order_number_type: 2, transaction_id: providerRef },
    logistics_type: virtualGoods,
    delivery_mode: wholeDelivery,
    shipping_list: [{ item_desc: fitText(title, descriptionBytesMax) || descriptionDefault }],
    upload_time: beijingTime(deliveredAt),
    payer: { openid: payerId },
  };
}

/** RFC 3339 with milliseconds and WeChat's offset: 2026-12-15T13:29:35.120+08:00. */
function beijingTime(at: number): string {
  const local = new Date(at + beijing.offsetMs(at)).toISOString();
  return local.replace('Z', '+08:00');
}
