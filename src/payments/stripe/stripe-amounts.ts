/**
 * Converts between the service's amounts (hundredths of the major unit, in every currency) and Stripe's amounts (the
 * smallest unit of the currency). Source: https://docs.stripe.com/currencies
 */

/** Currencies without a subunit: Stripe's amounts are whole units. */
const wholeUnits = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '));
/** Currencies without a subunit whose amounts Stripe nevertheless takes in hundredths. */
const wholeHundredths = new Set(['ISK', 'UGX']);
/** Currencies of which a major unit has 1,000 subunits. Stripe takes only multiples of 10. */
const thousandths = new Set(['BHD', 'JOD', 'KWD', 'OMR', 'TND']);

/** @returns undefined when the currency has no such amount, for example 10.50 JPY. */
export function toStripeAmount(amountMinor: number, currency: string): number | undefined {
  if (wholeUnits.has(currency)) return amountMinor % 100 === 0 ? amountMinor / 100 : undefined;
  if (wholeHundredths.has(currency) && amountMinor % 100 !== 0) return undefined;
  return thousandths.has(currency) ? amountMinor * 10 : amountMinor;
}

/**
 * @param currency in upper case
 * @throws Error when hundredths cannot express the amount, because a rounded amount would be wrong.
 */
export function fromStripeAmount(amount: number, currency: string): number {
  if (wholeUnits.has(currency)) return amount * 100;
  if (!thousandths.has(currency)) return amount;
  if (amount % 10 !== 0) throw new Error(`Stripe reports an amount of ${amount} thousandths of ${currency}`);
  return amount / 10;
}
