/**
 * Keeps the keyboard focus near the control that had it, when this control disappears or is disabled: browsers would
 * move the focus to the beginning of the page, and the operator would press Tab through the whole page again.
 */

import { type RefCallback, useCallback } from 'react';
import { queryClient } from '../api/query-client.ts';

const rowSelector = 'tr, li, .entry, .note';
const controlSelector =
  'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, [tabindex="0"]';
const fieldSelector = 'input:enabled, select:enabled, textarea:enabled';

/** The time within which a page shows the end of a call. */
const renderedWithinMs = 100;

/** A control, and what was around it while it had the focus. */
interface Place {
  readonly control: HTMLElement;
  readonly row: Element | null;
  /** The position of the control among those of its row; negative: the row is the last one before “Load more”. */
  readonly position: number;
  /** The rows after this one, then the rows before it, nearest first. */
  readonly otherRows: readonly Element[];
  readonly form: HTMLFormElement | null;
  readonly section: Element | null;
}

/** The place that had the focus last on the page. */
let latest: Place | null = null;

function isShown(control: HTMLElement): boolean {
  return control.getClientRects().length > 0;
}

function controlsOf(row: Element): HTMLElement[] {
  return [...row.querySelectorAll<HTMLElement>(controlSelector)].filter(isShown);
}

function isUsable(control: HTMLElement): boolean {
  return control.isConnected && !control.matches(':disabled') && isShown(control);
}

/** Whether the control is disabled only until a call ends. */
function isWaiting(control: HTMLElement): boolean {
  return (
    control.isConnected &&
    control.matches(':disabled') &&
    (control.matches('[data-loading]') || queryClient.isMutating() > 0)
  );
}

function placeOf(control: HTMLElement): Place {
  // “Load more” leads to the row after the last one.
  const grid = control.closest('.load-more')?.parentElement;
  const row = grid?.querySelector('tbody')?.lastElementChild ?? control.closest(rowSelector);
  const rows = [...(row?.parentElement?.children ?? [])].filter((one) => one.matches(rowSelector));
  const index = row === null ? 0 : rows.indexOf(row);
  return {
    control,
    row,
    position: row === null ? 0 : controlsOf(row).indexOf(control),
    otherRows: [...rows.slice(index + 1), ...rows.slice(0, index).reverse()],
    form: control.closest('form'),
    section: control.closest('section'),
  };
}

function inRow({ row, position, otherRows }: Place): HTMLElement | undefined {
  const next = position < 0 ? row?.nextElementSibling : undefined;
  for (const one of [next, row, ...otherRows]) {
    const controls = one?.isConnected ? controlsOf(one) : [];
    const control = controls[Math.min(Math.max(position, 0), controls.length - 1)];
    if (control !== undefined) return control;
  }
  return undefined;
}

/** The field of a form that has only one, such as that of a note: the operator may want to type the next. */
function onlyField({ form }: Place): HTMLElement | undefined {
  const fields = form?.isConnected ? form.querySelectorAll<HTMLElement>(fieldSelector) : [];
  return fields.length === 1 ? fields[0] : undefined;
}

function headingNear({ section }: Place): HTMLElement | null {
  const heading = section?.isConnected ? section.querySelector<HTMLElement>('h2, h3') : null;
  const found = heading ?? document.querySelector<HTMLElement>('main h1');
  if (found !== null && !found.hasAttribute('tabindex')) found.tabIndex = -1;
  return found;
}

/**
 * Moves the focus to the control if it can be used, otherwise to its row, another row, the only field of its
 * form, or the heading of its section or page.
 */
export function focusNear(place: Place): void {
  latest = place;
  if (isWaiting(place.control)) return;
  const target = isUsable(place.control)
    ? place.control
    : (inRow(place) ?? onlyField(place) ?? headingNear(place));
  target?.focus({ preventScroll: true });
}

/** @returns the place that has the focus, or had it before the page disabled its control. */
export function placeWithFocus(): Place | null {
  const active = document.activeElement;
  return active instanceof HTMLElement && active.closest('main, [role="dialog"]') !== null
    ? placeOf(active)
    : latest;
}

/**
 * A held Enter key presses a button once: the focus may have moved to the button of the next row, which must not be
 * pressed too.
 */
function ignoreHeldKey(event: KeyboardEvent): void {
  const isButton = event.target instanceof Element && event.target.closest('button') !== null;
  if (event.repeat && event.key === 'Enter' && isButton) event.preventDefault();
}

/**
 * Keeps the focus inside an element. It does nothing while anything else has the focus.
 * @returns a function that ends this.
 */
function keepFocusIn(page: HTMLElement): () => void {
  /** Whether the page has taken the focus from the control, not the operator. */
  let isLost = false;
  const remember = ({ target }: FocusEvent) => {
    isLost = false;
    if (target instanceof HTMLElement) latest = placeOf(target);
  };
  const check = () => {
    if (latest === null) return;
    const { control } = latest;
    const active = document.activeElement;
    if (!isUsable(control)) isLost = true;
    if (!isLost || (active !== null && active !== document.body && active !== control)) return;
    if (isWaiting(control)) return;
    isLost = false;
    focusNear(latest);
  };
  /** Forgets a control that lost the focus because the operator has clicked beside all controls. */
  const forget = ({ target, relatedTarget }: FocusEvent) => {
    const control = latest?.control;
    if (relatedTarget !== null || target !== control) return;
    // A control that is moved on the page is away for a moment, and has the focus again after that.
    setTimeout(() => {
      const isLeft = latest?.control === control && document.activeElement !== control;
      if (isLeft && control !== undefined && isUsable(control)) latest = null;
    });
  };
  const observer = new MutationObserver((changes) => {
    const wasMoved = changes.some(({ removedNodes }) =>
      [...removedNodes].some((node) => node.contains(latest?.control ?? null)),
    );
    if (wasMoved) isLost = true;
    check();
  });
  observer.observe(page, { childList: true, subtree: true, attributeFilter: ['disabled', 'data-loading'] });
  // A control can stay disabled after the call that disabled it. The page is rendered again shortly after the call.
  const stopWaiting = queryClient.getMutationCache().subscribe(() => setTimeout(check, renderedWithinMs));
  page.addEventListener('focusin', remember);
  page.addEventListener('focusout', forget);
  page.addEventListener('keydown', ignoreHeldKey);
  return () => {
    observer.disconnect();
    stopWaiting();
    page.removeEventListener('focusin', remember);
    page.removeEventListener('focusout', forget);
    page.removeEventListener('keydown', ignoreHeldKey);
    latest = null;
  };
}

/** @returns the ref of an element, such as a page or dialog, inside which the focus is kept. */
export function useKeptFocus(): RefCallback<HTMLElement> {
  return useCallback((page) => (page === null ? undefined : keepFocusIn(page)), []);
}
