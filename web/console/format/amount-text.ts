/** An amount of minor units as text, in the operator's language. */

import { formatMoney } from '../../../src/domain/format-money.ts';
import { words } from '../texts/words.ts';

export function amountText(minor: number, currency: string): string {
  return formatMoney(minor, currency, words().locale);
}
