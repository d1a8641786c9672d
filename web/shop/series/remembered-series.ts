/**
 * The series that were ordered in this browser, newest first: the numbers of their orders and the names of their photos,
 * which the service does not know. If the browser's storage is full or forbidden, nothing is remembered, and the page
 * works without it.
 */

export interface RememberedPhoto {
  readonly orderNo: string;
  /** The name of the file; empty: unknown. */
  readonly name: string;
}

export type RememberedSeries = readonly RememberedPhoto[];

const storageKey = 'photokiosk.series';
const keptMax = 10;

function isPhoto(value: unknown): value is RememberedPhoto {
  if (typeof value !== 'object' || value === null) return false;
  const { orderNo, name } = value as Partial<Record<keyof RememberedPhoto, unknown>>;
  return typeof orderNo === 'string' && typeof name === 'string';
}

function isSeries(value: unknown): value is RememberedSeries {
  return Array.isArray(value) && value.length > 0 && value.every(isPhoto);
}

/** Another version of the page may have written the value, so every series is checked. */
export function rememberedSeries(): readonly RememberedSeries[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]');
    return Array.isArray(value) ? value.filter(isSeries) : [];
  } catch {
    return [];
  }
}

export const numbersOf = (series: RememberedSeries) => series.map(({ orderNo }) => orderNo);

/** @returns the series to which the order belongs; undefined for an order that was not ordered with others. */
export function seriesWith(orderNo: string): RememberedSeries | undefined {
  return rememberedSeries().find((series) => numbersOf(series).includes(orderNo));
}

export function rememberSeries(series: RememberedSeries): void {
  const [first] = series;
  if (first === undefined) return;
  const others = rememberedSeries().filter((known) => !numbersOf(known).includes(first.orderNo));
  try {
    localStorage.setItem(storageKey, JSON.stringify([series, ...others].slice(0, keptMax)));
  } catch {
    // Ignore the error of the storage: the orders are listed one by one.
  }
}
