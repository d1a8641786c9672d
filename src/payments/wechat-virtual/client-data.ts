/**
 * The data for `wx.requestVirtualPayment`. It is computed here: WeChat knows nothing of the payment until the customer's
 * mini program sends the data.
 */

import { createHmac, type KeyObject } from 'node:crypto';
import type { PaymentRequest } from '../../usecases/ports/payment-provider.ts';
import { paySignature, type XpayEnvironment } from './xpay-client.ts';

export interface SigningParts {
  readonly offerId: string;
  readonly appKey: KeyObject;
  readonly env: XpayEnvironment;
}

/** @param sessionKey in base64. The text itself is the key of the signature; it is not decoded. */
export function clientData(
  { offerId, appKey, env }: SigningParts,
  request: Pick<PaymentRequest, 'paymentNo' | 'orderNo' | 'goodId' | 'quantity' | 'amountMinor'>,
  sessionKey: string,
): Readonly<Record<string, string>> {
  const { paymentNo, orderNo, goodId, quantity, amountMinor } = request;
  const isWhole = amountMinor % quantity === 0;
  const unitPrice = isWhole ? amountMinor / quantity : amountMinor;
  // The client must pass on this text unchanged: the signatures do not match an object that the client serialises
  // again.
  const signData = JSON.stringify({
    offerId,
    buyQuantity: isWhole ? quantity : 1,
    env,
    currencyType: 'CNY',
    productId: productId(goodId, unitPrice),
    goodsPrice: unitPrice,
    outTradeNo: paymentNo,
    attach: orderNo,
  });
  return {
    mode: 'short_series_goods',
    signData,
    paySig: paySignature(appKey, 'requestVirtualPayment', signData),
    signature: createHmac('sha256', sessionKey).update(signData).digest('hex'),
  };
}

/**
 * The item in WeChat's list of items. WeChat refuses a payment whose price differs from the item's, and publishes a
 * changed price only after 10 minutes. With the price in the id, each price is an item of its own: an order at an
 * earlier price or at the members' price can be paid while the operator changes the price of the good.
 */
export function productId(goodId: number, unitPriceMinor: number): string {
  return `good_${goodId}_${unitPriceMinor}`;
}
