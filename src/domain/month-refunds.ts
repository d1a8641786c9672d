/** The price of months of a membership that are refunded before they begin. */

/**
 * The share of the price that belongs to the first `refunded` of `bought` months, rounded down to a minor unit. Each
 * refund is the difference of two such shares, so that all refunds of an order add up to its price exactly. Under the
 * present price rule (the price of a month × the number of months) nothing is rounded.
 */
function shareMinor(priceMinor: number, bought: number, refunded: number): number {
  return Math.floor((priceMinor * refunded) / bought);
}

/** @param refundedBefore how many of the `bought` months were refunded earlier. */
export function monthsPriceMinor(
  priceMinor: number,
  bought: number,
  refundedBefore: number,
  months: number,
): number {
  const before = shareMinor(priceMinor, bought, refundedBefore);
  return shareMinor(priceMinor, bought, refundedBefore + months) - before;
}
