/** An amount of money as text. The command-line tool shows amounts the same way in every language. */

export function amountText(minor: number, currency: string): string {
  return `${(minor / 100).toFixed(2)} ${currency}`;
}
