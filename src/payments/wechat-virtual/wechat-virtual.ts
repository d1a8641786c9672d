/**
 * The provider `wechat_virtual`: WeChat's virtual payment, with which mini programs must sell digital goods and
 * memberships. `docs/payments/wechat-virtual.md` has the set-up and every failure.
 */

import type { KeyObject } from 'node:crypto';
import type { PaymentProvider } from '../../usecases/ports/payment-provider.ts';
import type { Clock, Log } from '../../usecases/ports/tools.ts';
import { answerInTime } from '../wechat-api/answer-in-time.ts';
import { answerPush, type PushKeys } from '../wechat-api/message-push.ts';
import type { WechatApp } from '../wechat-api/wechat-app.ts';
import { beijing, virtualBill } from './virtual-book.ts';
import { listVirtualComplaints, queryVirtualComplaint } from './virtual-complaints.ts';
import { verifyVirtualPush } from './virtual-notification.ts';
import { closeVirtualPayment, openVirtualPayment, queryVirtualPayment } from './virtual-payments.ts';
import { queryVirtualRefund, refundVirtualPayment } from './virtual-refunds.ts';
import { createXpayClient, type XpayEnvironment } from './xpay-client.ts';

export interface WechatVirtualParts {
  readonly app: WechatApp;
  readonly offerId: string;
  /** The app key of the configured environment. WeChat's sandbox and production have different keys. */
  readonly appKey: KeyObject;
  readonly env: XpayEnvironment;
  readonly push: PushKeys;
  readonly clock: Clock;
  readonly log: Log;
  /** Time limit of the verification of a push, with all its calls. */
  readonly verificationMs?: number;
}

export function createWechatVirtual({ app, ...parts }: WechatVirtualParts): PaymentProvider {
  const xpay = createXpayClient(app.api, parts.appKey, parts.env);
  const all = { ...parts, xpay };
  return {
    name: 'wechat_virtual',
    channels: ['goods'],
    needsPayer: () => true,
    // The client data is never reused, because it is signed with the key of the customer's session, which can end at
    // any time. Its number is reused only as long as no payment sheet was opened with it (`oneSheetPerNumber`).
    clientDataMs: () => 0,
    open: async (request) => openVirtualPayment(parts, request),
    verifyNotification: (notification) =>
      answerInTime(verifyVirtualPush(all, notification), parts.verificationMs),
    answerNotification: answerPush,
    query: (payment) => queryVirtualPayment(all, payment),
    close: (payment) => closeVirtualPayment(all, payment),
    refund: (request) => refundVirtualPayment(all, request),
    queryRefund: (refund) => queryVirtualRefund(all, refund),
    listDisputes: () => listVirtualComplaints(xpay, parts.clock),
    queryDispute: (disputeNo) => queryVirtualComplaint(xpay, disputeNo),
    oneOrderOnly: true,
    queriesNeedPayer: true,
    cannotClose: true,
    oneSheetPerNumber: true,
    billZone: beijing,
    fetchBill: async (day) => virtualBill(all, day),
    async checkAccess() {
      await xpay.call('query_biz_balance', {});
    },
  };
}
