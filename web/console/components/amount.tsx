/** An amount of money on one line, with digits of equal width. */

import { amountText } from '../format/amount-text.ts';
import { useWords } from '../texts/words.ts';

export function Amount({ minor, currency }: { readonly minor: number; readonly currency: string }) {
  useWords();
  return <span className="amount">{amountText(minor, currency)}</span>;
}
