/**
 * Converts amounts that people type to 1/100 of the major unit, and back. Works with the digits of the
 * text, because floating-point numbers would be rounded.
 */

const amountMinorMax = 100_000_000;

/** @returns null unless the text is an amount from 0 to 1,000,000.00 with at most two decimals. */
export function minorFromMajor(text: string): number | null {
  const match = /^(\d{1,7})(?:[.,](\d{1,2}))?$/.exec(text.trim());
  if (match === null) return null;
  const minor = Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
  return minor <= amountMinorMax ? minor : null;
}

export function majorFromMinor(minor: number): string {
  const digits = String(minor).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
