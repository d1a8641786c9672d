/**
 * What the customer has filled in about a problem and not sent yet. It survives a reload of the page, and ends with the
 * tab. If the browser's storage is full or forbidden, nothing is kept.
 */

import { type ProblemReason, problemReasons } from '../../../src/domain/order-problem.ts';

export interface ProblemDraft {
  readonly reason: ProblemReason | null;
  readonly note: string;
}

const emptyDraft: ProblemDraft = { reason: null, note: '' };
const keyOf = (orderNo: string): string => `photokiosk.problem.${orderNo}`;

export function problemDraft(orderNo: string): ProblemDraft {
  try {
    const { reason, note } = JSON.parse(sessionStorage.getItem(keyOf(orderNo)) ?? '{}');
    return {
      reason: problemReasons.find((known) => known === reason) ?? null,
      note: typeof note === 'string' ? note : '',
    };
  } catch {
    return emptyDraft;
  }
}

export function keepProblemDraft(orderNo: string, draft: ProblemDraft): void {
  try {
    sessionStorage.setItem(keyOf(orderNo), JSON.stringify(draft));
  } catch {
    // Ignore the error of the storage: the form keeps what is filled in until the page is left.
  }
}

export function forgetProblemDraft(orderNo: string): void {
  try {
    sessionStorage.removeItem(keyOf(orderNo));
  } catch {
    // Ignore the error of the storage: the draft ends with the tab.
  }
}
