/** Prints one part of the page alone. The style sheet for printing shows only the part that `data-print` names. */

export type PrintedPart = 'sheet' | 'receipt';

export function printPart(part: PrintedPart): void {
  const { dataset } = document.documentElement;
  dataset.print = part;
  window.addEventListener('afterprint', () => delete dataset.print, { once: true });
  window.print();
}
