/** A measured value of a photo's report, or a bound of its range, as text. */

import type { ReportLine } from './judge-photo.ts';

/** A share is written in percent; a value in a unit that is not here, without its unit. */
const units: Readonly<Partial<Record<ReportLine['unit'], string>>> = {
  px: ' px',
  dpi: ' dpi',
  kB: ' kB',
  mm: ' mm',
  degrees: '°',
};

const minus = '\u2212';

export function valueText(value: number, unit: ReportLine['unit']): string {
  const name = unit === 'share' ? ' %' : units[unit];
  const digits = name === undefined ? 1000 : 10;
  const rounded = Math.round((unit === 'share' ? 100 * value : value) * digits) / digits;
  return `${rounded < 0 ? minus : ''}${Math.abs(rounded)}${name ?? ''}`;
}
