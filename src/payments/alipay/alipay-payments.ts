/** Opens, queries and closes trades. */

import type { Instant } from '../../domain/zoned-time.ts';
import {
  type OpenedPayment,
  type OpenPaymentRef,
  PaymentRefused,
  type PaymentReport,
  type PaymentRequest,
  ProviderUnreachable,
} from '../../usecases/ports/payment-provider.ts';
import type { Clock } from '../../usecases/ports/tools.ts';
import type { Fields } from '../json-object.ts';
import type { AlipayAnswer, AlipayGateway } from './alipay-gateway.ts';
import { beijingTime } from './beijing-time.ts';
import { plainText } from './plain-text.ts';
import { tradeReport } from './trade-report.ts';
import { yuanOf } from './yuan.ts';

/** `page` for computers, `wap` for browsers on phones, `qr` for a code that the Alipay app scans. */
export const channels = ['page', 'wap', 'qr'] as const;

/**
 * Alipay's limit for QR codes. The service sets the same limit for the other channels, because without a limit
 * customers could pay with their links for days.
 */
const payableMsMax = 2 * 60 * 60_000;
/** How much Alipay's clock may differ from the service's. */
const skewMsMax = 2 * 60_000;
/** Alipay documents a range from one minute to 15 days for the time until `time_expire`. */
const payableMsMin = 60_000;

export interface AlipayPayments {
  open(request: PaymentRequest): Promise<OpenedPayment>;
  query(payment: OpenPaymentRef): Promise<PaymentReport>;
  close(payment: OpenPaymentRef): Promise<PaymentReport>;
}

export function createPayments(gateway: AlipayGateway, clock: Clock): AlipayPayments {
  async function query(payment: OpenPaymentRef): Promise<PaymentReport> {
    const answer = await gateway.call('alipay.trade.query', {
      bizContent: { out_trade_no: payment.paymentNo },
    });
    if (answer.subCode === 'ACQ.TRADE_NOT_EXIST') return unopened(payment, clock.now());
    if (answer.code !== '10000') throw new Error(`Alipay refused to query a trade: ${answer.words}`);
    return reportOf(answer.fields, payment);
  }

  return {
    query,

    async open(request) {
      // Alipay's domestic products know no other currency.
      if (request.currency !== 'CNY') throw new PaymentRefused(`Alipay takes no ${request.currency}`);
      const { notifyUrl, returnUrl } = request;
      switch (request.channel) {
        case 'page': {
          const bizContent = { ...tradeOf(request), product_code: 'FAST_INSTANT_TRADE_PAY' };
          return opened({
            url: gateway.pageUrl('alipay.trade.page.pay', { bizContent, notifyUrl, returnUrl }),
          });
        }
        case 'wap': {
          const bizContent = { ...tradeOf(request), product_code: 'QUICK_WAP_WAY', quit_url: returnUrl };
          return opened({
            url: gateway.pageUrl('alipay.trade.wap.pay', { bizContent, notifyUrl, returnUrl }),
          });
        }
        case 'qr': {
          const bizContent = tradeOf(request);
          return opened({
            code_url: codeOf(await gateway.call('alipay.trade.precreate', { bizContent, notifyUrl })),
          });
        }
        default:
          throw new Error(`Alipay has no channel ${request.channel}`);
      }
    },

    async close(payment) {
      const answer = await gateway.call('alipay.trade.close', {
        bizContent: { out_trade_no: payment.paymentNo },
      });
      if (answer.code === '10000') return { state: 'closed' };
      if (answer.subCode === 'ACQ.TRADE_NOT_EXIST') return unopened(payment, clock.now());
      // Alipay refuses to close a trade that is already paid or closed. The query returns its state.
      return query(payment);
    },
  };
}

function opened(clientData: OpenedPayment['clientData']): OpenedPayment {
  return { clientData, providerRef: null };
}

export type Payable = Pick<OpenPaymentRef, 'createdAt' | 'expiresAt'>;

/**
 * The last time at which a customer may get the link or code of a payment. Alipay creates the trade when the customer
 * opens the page or scans the code.
 */
export function payableUntil(payable: Payable): Instant {
  return endAtAlipay(payable) - payableMsMin;
}

/** The time, by the service's clock, after which Alipay certainly creates no trade and takes no money. */
function certainEnd({ createdAt, expiresAt }: Payable): Instant {
  return Math.min(expiresAt, createdAt + payableMsMax);
}

/** The time limit that is sent to Alipay. It is earlier than `certainEnd`, because Alipay's clock may be slow. */
function endAtAlipay(payable: Payable): Instant {
  const until = certainEnd(payable);
  return until - Math.min(skewMsMax, (until - payable.createdAt) / 4);
}

function tradeOf(request: PaymentRequest): Fields {
  return {
    out_trade_no: request.paymentNo,
    total_amount: yuanOf(request.amountMinor),
    subject: plainText(request.title) || request.orderNo,
    time_expire: beijingTime(endAtAlipay(request)),
  };
}

/**
 * Alipay creates the trade only when the customer opens the page or scans the code. Until then a query finds no trade,
 * but the customer can still pay. Such a payment counts as open, and as closed only after its time limit.
 */
function unopened(payment: OpenPaymentRef, now: Instant): PaymentReport {
  return { state: now < certainEnd(payment) ? 'open' : 'closed' };
}

function codeOf(answer: AlipayAnswer): string {
  const { qr_code: code } = answer.fields;
  if (answer.code === '10000' && typeof code === 'string' && code !== '') return code;
  const words = `Alipay refused to open the payment: ${answer.words}`;
  // These codes mean that the trade exists already. It may be paid, so money can still arrive in spite of the refusal.
  if (['ACQ.TRADE_HAS_SUCCESS', 'ACQ.CONTEXT_INCONSISTENT', ''].includes(answer.subCode)) {
    throw new ProviderUnreachable(words);
  }
  throw new PaymentRefused(words);
}

function reportOf(fields: Fields, { paymentNo }: OpenPaymentRef): PaymentReport {
  if (fields.out_trade_no !== paymentNo) throw new Error('Alipay answered about another payment');
  const report = tradeReport({
    status: fields.trade_status,
    tradeNo: fields.trade_no,
    totalAmount: fields.total_amount,
    paidAt: fields.send_pay_date,
  });
  if (report === undefined) throw new Error(`Alipay sent a damaged report of the payment ${paymentNo}`);
  return report;
}
