/** Alipay, for merchants in China: payments on a page for computers, on a page for phones, and by QR code. */

import type { PaymentProvider } from '../../usecases/ports/payment-provider.ts';
import type { Clock } from '../../usecases/ports/tools.ts';
import type { AlipayAccount } from './account.ts';
import { fetchAlipayBill } from './alipay-bill.ts';
import { createGateway } from './alipay-gateway.ts';
import { readNotification } from './alipay-notification.ts';
import { channels, createPayments, payableUntil } from './alipay-payments.ts';
import { createRefunds } from './alipay-refunds.ts';
import { beijing } from './beijing-time.ts';

export interface AlipayParts extends AlipayAccount {
  readonly clock: Clock;
  /** The time limit of one call. Default: 10 seconds, far less than `openingMsMax`. */
  readonly timeoutMs?: number;
}

/** A number that no trade has. `checkAccess` queries it to check the keys. */
const unknownTradeNo = 'PHOTOKIOSK_CHECK';

/** Alipay asks for three seconds between two refunds of one payment; a second more, because clocks differ. */
const refundPauseMs = 4_000;

export function createAlipay(parts: AlipayParts): PaymentProvider {
  const { clock } = parts;
  const gateway = createGateway(parts, clock, parts.timeoutMs);
  const payments = createPayments(gateway, clock);
  const refunds = createRefunds(gateway);
  return {
    name: 'alipay',
    channels,
    needsPayer: () => false,
    open: payments.open,
    payableUntil,
    query: payments.query,
    close: payments.close,
    refund: refunds.refund,
    refundPauseMs,
    queryRefund: refunds.query,
    verifyNotification: (notification) => readNotification(gateway, parts, notification),
    // Alipay reads the body of the response and not its status. It repeats the notification for a day unless the body
    // is `success`.
    answerNotification: (accepted) => ({
      status: accepted ? 200 : 400,
      contentType: 'text/plain',
      body: accepted ? 'success' : 'fail',
    }),
    billZone: beijing,
    fetchBill: (day) => fetchAlipayBill(gateway, day, clock.now()),
    async checkAccess() {
      const answer = await gateway.call('alipay.trade.query', {
        bizContent: { out_trade_no: unknownTradeNo },
      });
      if (answer.code === '10000' || answer.subCode === 'ACQ.TRADE_NOT_EXIST') return;
      throw new Error(`Alipay refuses the application: ${answer.words}`);
    },
  };
}
