/** Figures about this process's calls to payment providers, for the Health page and the metrics. */

import type { Instant } from '../../domain/zoned-time.ts';

export const providerOperations = [
  'open',
  'query',
  'close',
  'refund',
  'query_refund',
  'report_delivery',
  'list_disputes',
  'query_dispute',
  'fetch_bill',
  'check_access',
] as const;

export type ProviderOperation = (typeof providerOperations)[number];

/**
 * `refused`: the provider works and refused one payment. `unreachable`: the provider did not respond or responded with
 * an error of its own. `failed`: every other error, for example a response that cannot be read.
 */
export const providerOutcomes = ['done', 'refused', 'unreachable', 'failed'] as const;

export type ProviderOutcome = (typeof providerOutcomes)[number];

/** A call that has ended. */
export interface ProviderCall {
  readonly provider: string;
  readonly operation: ProviderOperation;
  readonly outcome: ProviderOutcome;
  readonly durationMs: number;
}

export interface CallFigures {
  readonly calls: number;
  /** Calls with the outcome `unreachable` or `failed`. */
  readonly errors: number;
  readonly refusals: number;
  /** Null: no call has ended. */
  readonly medianMs: number | null;
  readonly slowestMs: number | null;
}

export interface ProviderError {
  readonly operation: ProviderOperation;
  readonly outcome: Extract<ProviderOutcome, 'unreachable' | 'failed'>;
  readonly at: Instant;
  /** What the adapter reports, without secrets. Null for `failed`: the text of such an error is only in the log. */
  readonly words: string | null;
}

/** One provider's calls that ended in the last `callsShownMs`. */
export interface ProviderFigures extends CallFigures {
  readonly provider: string;
  /** Calls that have not ended yet. */
  readonly running: number;
  readonly operations: readonly (CallFigures & { readonly operation: ProviderOperation })[];
  /** The last error in the last `callsShownMs`; null: no call failed in this time. */
  readonly lastError: ProviderError | null;
}

export const callsShownMs = 15 * 60_000;

export interface ProviderCalls {
  /** The enabled providers in the configured order. */
  figures(): readonly ProviderFigures[];
  /** `listener` is called for each call that ends from now on. */
  onCall(listener: (call: ProviderCall) => void): void;
}
