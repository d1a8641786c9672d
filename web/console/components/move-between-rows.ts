/**
 * Moves the focus between the rows of a list with the arrow keys, or J and K as in mail programs: from a link, button or
 * checkbox of a row to the same control of the next row.
 */

import type { KeyboardEvent } from 'react';

const steps: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 };
const controls = 'a[href], button:not(:disabled), input:not(:disabled)';

function controlsOf(row: Element): HTMLElement[] {
  return [...row.querySelectorAll(controls)].filter((control) => control instanceof HTMLElement);
}

/**
 * Whether the target is a field or is inside the details of a row. Fields need these keys for their text or their
 * choices.
 */
function isField(target: Element): boolean {
  return target.closest('textarea, select, input:not([type=checkbox]), .grid-detail') !== null;
}

export function moveBetweenRows(event: KeyboardEvent): void {
  const step = steps[event.key];
  const { target } = event;
  if (step === undefined || event.metaKey || event.ctrlKey || event.altKey) return;
  if (!(target instanceof HTMLElement) || isField(target)) return;
  const row = target.closest('tr');
  const rows = [...(row?.parentElement?.children ?? [])].filter((one) => controlsOf(one).length > 0);
  const next = row === null ? undefined : rows[rows.indexOf(row) + step];
  if (row === null || next === undefined) return;
  const column = controlsOf(row).indexOf(target);
  const there = controlsOf(next);
  (there[column] ?? there[0])?.focus();
  event.preventDefault();
}
