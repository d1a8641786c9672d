/**
 * The provider `wechat`: WeChat Pay API v3 for a merchant of its own (not for a service provider's sub-merchants).
 * Channels: `jsapi` for mini programs and for pages inside WeChat, `native` for a QR code, `h5` for phone browsers.
 */

import type { KeyObject } from 'node:crypto';
import type { PaymentProvider } from '../../usecases/ports/payment-provider.ts';
import type { Clock, Random } from '../../usecases/ports/tools.ts';
import { answerInTime } from '../wechat-api/answer-in-time.ts';
import type { ApiClient } from '../wechat-api/api-client.ts';
import { complaintIdOf } from '../wechat-api/complaint.ts';
import { beijing, fetchWechatBill } from './fetch-bill.ts';
import { wechatChannels } from './open-payment-body.ts';
import type { PublicKey } from './platform-keys.ts';
import { createDeliveryReports } from './report-delivery.ts';
import { createV3Client } from './v3-client.ts';
import { createWechatComplaints } from './wechat-complaints.ts';
import { answerWechat, readNotification } from './wechat-notification.ts';
import { createWechatPayments } from './wechat-payments.ts';
import { createWechatRefunds } from './wechat-refunds.ts';

export interface WechatOptions {
  readonly appId: string;
  readonly mchId: string;
  /** The serial number of the merchant's certificate. */
  readonly mchSerial: string;
  /** The merchant's private key. */
  readonly mchKey: KeyObject;
  readonly apiV3Key: KeyObject;
  /** WeChat Pay's public key. Null: the service downloads platform certificates instead. */
  readonly publicKey: PublicKey | null;
  /** Without a trailing slash. */
  readonly payUrl: string;
}

export interface WechatParts extends WechatOptions {
  /**
   * Null: deliveries are not reported. `asksWechat`: deliveries are reported only while the mini program is under
   * managed delivery.
   */
  readonly shipping: { readonly api: ApiClient; readonly asksWechat: boolean } | null;
  readonly clock: Clock;
  readonly random: Random;
  /** Time limit of one call. */
  readonly timeoutMs?: number;
  /** Time limit of the verification of a notification, with all its calls. */
  readonly verificationMs?: number;
}

/**
 * How long the service reuses the data with which a client pays. WeChat Pay accepts the URL of the channel `h5` for
 * five minutes, and a QR code or a call of `wx.requestPayment` for two hours.
 */
const h5UrlMs = 4 * 60_000;
const prepaymentMs = 110 * 60_000;
/** WeChat Pay wants a minute between two refunds of one payment; a second more, because clocks differ. */
const refundPauseMs = 61_000;

export function createWechat(parts: WechatParts): PaymentProvider {
  const { appId, mchId, mchSerial, mchKey, apiV3Key, shipping, clock, random } = parts;
  const merchant = { appId, mchId };
  const signer = { mchId, serial: mchSerial, key: mchKey };
  const client = createV3Client({ ...parts, signer });
  const payments = createWechatPayments({ client, merchant, signer, clock, random });
  const refunds = createWechatRefunds(client, clock);
  const complaints = createWechatComplaints(client, merchant, clock);
  return {
    name: 'wechat',
    channels: wechatChannels,
    needsPayer: (channel) => channel === 'jsapi',
    clientDataMs: (channel) => (channel === 'h5' ? h5UrlMs : prepaymentMs),
    open: payments.open,
    verifyNotification: (notification) =>
      answerInTime(
        readNotification(notification, { merchant, apiV3Key, findKey: client.findKey, clock, complaints }),
        parts.verificationMs,
      ),
    answerNotification: answerWechat,
    query: ({ paymentNo }) => payments.query(paymentNo),
    close: ({ paymentNo }) => payments.close(paymentNo),
    refund: refunds.refund,
    refundPauseMs,
    queryRefund: refunds.query,
    ...(shipping === null
      ? {}
      : { reportDelivery: createDeliveryReports({ ...merchant, ...shipping, clock }) }),
    listDisputes: complaints.recent,
    queryDispute: async (disputeNo) => (await complaints.byId(complaintIdOf(disputeNo)))?.dispute,
    billZone: beijing,
    fetchBill: (day) => fetchWechatBill(client, clock, day),
    checkAccess: payments.checkAccess,
  };
}
