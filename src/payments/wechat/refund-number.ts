/**
 * The numbers of refunds at WeChat Pay. A repetition with the same number returns the money once. But a refund that
 * WeChat Pay has closed stays closed under its number: a retry needs another number, so the service's number gets a
 * suffix. Money never moves twice, because a new number is used only after the refund before it was closed.
 */

/**
 * The maximum number of tries of a refund. If WeChat Pay has closed all of them, an operator must return the money in
 * the merchant platform.
 */
export const triesMax = 9;

/** @param number the number of the try; 1 for the first try. */
export function refundNumber(refundNo: string, number: number): string {
  return number === 1 ? refundNo : `${refundNo}-${number}`;
}

/** @returns the service's refund number for a number at WeChat Pay; a number of another system unchanged. */
export function refundNoOf(outRefundNo: string): string {
  return outRefundNo.replace(/^(R[0-9A-Z]+)-[2-9]$/, '$1');
}
