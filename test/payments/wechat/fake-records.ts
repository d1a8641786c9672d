/** The payments and refunds that the fake WeChat Pay has stored, and its responses. */

export interface FakeOrder {
  readonly outTradeNo: string;
  /** The body of the first request, which every repetition must equal. */
  readonly body: string;
  readonly tradeType: string;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly notifyUrl: string;
  total: number;
  /** What the customer pays, after a coupon. */
  payerTotal: number;
  currency: string;
  state: 'NOTPAY' | 'USERPAYING' | 'SUCCESS' | 'CLOSED' | 'PAYERROR';
  transactionId: string | null;
  paidAt: number | null;
  course: RefundCourse;
}

/**
 * What happens to the refunds of a payment. `failed`: the merchant's account has too little money at the first request.
 */
export type RefundCourse = 'done' | 'pending' | 'failed';

export interface FakeRefund {
  readonly outRefundNo: string;
  readonly outTradeNo: string;
  readonly refundId: string;
  readonly amount: number;
  readonly currency: string;
  readonly requestedAt: number;
  status: 'PROCESSING' | 'SUCCESS' | 'CLOSED' | 'ABNORMAL';
  finishedAt: number | null;
}

export interface Reply {
  readonly status: number;
  readonly body: object | null;
}

export type JsonFields = Readonly<Record<string, unknown>>;

export function refuse(status: number, code: string, message: string): Reply {
  return { status, body: { code, message } };
}

export interface FakeMerchant {
  readonly mchId: string;
  readonly appId: string;
}
