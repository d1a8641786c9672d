/**
 * An amount of money as a text for people. The service counts in 1/100 of the major unit, in every
 * currency.
 */

export function formatMoney(minor: number, currency: string, locale: string): string {
  const amount = minor / 100;
  try {
    return new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
      currencyDisplay: 'narrowSymbol',
      minimumFractionDigits: 2,
    }).format(amount);
  } catch {
    return `${currency} ${amount.toFixed(2)}`;
  }
}
