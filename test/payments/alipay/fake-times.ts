/** Times and amounts in the fake Alipay's own code. China has one zone, eight hours before UTC, without summer time. */

const offsetMs = 8 * 60 * 60_000;

/** `2026-11-20 20:00:00` */
export function beijing(at: number): string {
  return new Date(at + offsetMs).toISOString().slice(0, 19).replace('T', ' ');
}

export function fromBeijing(text: string): number {
  return Date.parse(`${text.replace(' ', 'T')}+08:00`);
}

export function yuan(minor: number): string {
  return (minor / 100).toFixed(2);
}

export function fromYuan(text: string): number {
  if (!/^\d+\.\d\d$/.test(text)) throw new Error(`${text} is not an amount of Alipay`);
  return Math.round(Number(text) * 100);
}
