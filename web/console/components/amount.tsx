/** An amount of money, from minor units. */

import { formatMoney } from '../../shared/format-money.ts';
import { locale } from '../texts/words.ts';

export function amountText(minor: number, currency: string): string {
  return formatMoney(minor, currency, locale);
}

export function Amount({ minor, currency }: { readonly minor: number; readonly currency: string }) {
  return <span className="amount">{amountText(minor, currency)}</span>;
}
