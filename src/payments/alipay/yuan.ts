/**
 * Amounts as Alipay writes them: yuan with up to two decimals. The conversion is exact, because it uses no
 * floating-point numbers.
 */

const form = /^(-?)(\d{1,12})(?:\.(\d{1,2}))?$/;

/** `690` → `6.90` */
export function yuanOf(minor: number): string {
  if (!Number.isSafeInteger(minor) || minor < 0) throw new Error(`${minor} is not an amount`);
  const digits = String(minor).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/**
 * `6.9` and `6.90` → `690`
 * @returns undefined for everything else, for example for more than two decimals.
 */
export function minorOf(yuan: unknown): number | undefined {
  if (typeof yuan !== 'string' && typeof yuan !== 'number') return undefined;
  const [, sign, whole = '', cents = ''] = form.exec(String(yuan)) ?? [];
  if (sign === undefined) return undefined;
  const minor = Number(whole + cents.padEnd(2, '0'));
  return sign === '-' && minor !== 0 ? -minor : minor;
}
