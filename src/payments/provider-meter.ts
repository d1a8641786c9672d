/** Keeps the calls of the last minutes to the payment providers in memory and summarises them. */

import { PaymentRefused, ProviderUnreachable } from '../usecases/ports/payment-provider.ts';
import {
  type CallFigures,
  callsShownMs,
  type ProviderCall,
  type ProviderCalls,
  type ProviderError,
  type ProviderFigures,
  type ProviderOperation,
  type ProviderOutcome,
  providerOperations,
} from '../usecases/ports/provider-calls.ts';
import type { Clock } from '../usecases/ports/tools.ts';

/**
 * The maximum number of calls that are kept for each provider. Above it the oldest calls are removed, so that a flood
 * of calls cannot fill the memory.
 */
export const callsKeptMax = 20_000;

const wordsLengthMax = 200;

export interface ProviderMeter extends ProviderCalls {
  /** Measures `call` and returns or throws what `call` does. */
  measure<T>(provider: string, operation: ProviderOperation, call: () => Promise<T>): Promise<T>;
}

export interface MeterParts {
  readonly clock: Clock;
  /** A monotonic clock, so that a step of the system's clock changes no duration. */
  readonly monotonicMs: () => number;
}

interface EndedCall extends ProviderCall {
  /** In milliseconds of the monotonic clock. */
  readonly endedMs: number;
}

interface Kept {
  calls: EndedCall[];
  running: number;
  lastError: (ProviderError & { readonly endedMs: number }) | null;
}

function outcomeOf(error: unknown): Exclude<ProviderOutcome, 'done'> {
  if (error instanceof PaymentRefused) return 'refused';
  return error instanceof ProviderUnreachable ? 'unreachable' : 'failed';
}

/**
 * The text of `ProviderUnreachable` contains no secrets. Nevertheless the query of every URL in it is removed, because
 * a query can contain a signature.
 */
function wordsOf(error: unknown): string | null {
  if (!(error instanceof ProviderUnreachable)) return null;
  return error.message.replaceAll(/\?[^\s"']*/g, '?…').slice(0, wordsLengthMax);
}

function figuresOf(calls: readonly ProviderCall[]): CallFigures {
  const count = (...outcomes: readonly ProviderOutcome[]) =>
    calls.filter(({ outcome }) => outcomes.includes(outcome)).length;
  const durations = calls.map(({ durationMs }) => durationMs).sort((a, b) => a - b);
  return {
    calls: calls.length,
    errors: count('unreachable', 'failed'),
    refusals: count('refused'),
    medianMs: durations[Math.floor((durations.length - 1) / 2)] ?? null,
    slowestMs: durations.at(-1) ?? null,
  };
}

/** @param providers the names of the enabled providers, which are listed even without calls. */
export function createProviderMeter(providers: readonly string[], parts: MeterParts): ProviderMeter {
  const { clock, monotonicMs } = parts;
  const kept = new Map<string, Kept>(
    providers.map((provider) => [provider, { calls: [], running: 0, lastError: null }]),
  );
  const listeners: ((call: ProviderCall) => void)[] = [];

  function end(of: Kept, call: EndedCall): void {
    of.running -= 1;
    of.calls.push(call);
    // Removes many calls at once, because each removal copies all remaining calls.
    if (of.calls.length > callsKeptMax * 1.25) of.calls = of.calls.slice(-callsKeptMax);
    for (const listener of listeners) listener(call);
  }

  return {
    async measure(provider, operation, call) {
      const of = kept.get(provider);
      if (of === undefined) throw new Error(`the payment provider ${provider} is not measured`);
      of.running += 1;
      const startedMs = monotonicMs();
      const ended = (outcome: ProviderOutcome): EndedCall => {
        const endedMs = monotonicMs();
        return { provider, operation, outcome, durationMs: endedMs - startedMs, endedMs };
      };
      try {
        const result = await call();
        end(of, ended('done'));
        return result;
      } catch (error) {
        const outcome = outcomeOf(error);
        const call = ended(outcome);
        if (outcome !== 'refused') {
          const { endedMs } = call;
          of.lastError = { operation, outcome, at: clock.now(), words: wordsOf(error), endedMs };
        }
        end(of, call);
        throw error;
      }
    },
    figures() {
      const since = monotonicMs() - callsShownMs;
      return [...kept].map(([provider, of]): ProviderFigures => {
        of.calls = of.calls.filter(({ endedMs }) => endedMs > since).slice(-callsKeptMax);
        const operations = providerOperations.flatMap((operation) => {
          const calls = of.calls.filter((call) => call.operation === operation);
          return calls.length === 0 ? [] : [{ operation, ...figuresOf(calls) }];
        });
        return {
          provider,
          running: of.running,
          ...figuresOf(of.calls),
          operations,
          lastError: of.lastError !== null && of.lastError.endedMs > since ? errorOf(of.lastError) : null,
        };
      });
    },
    onCall(listener) {
      listeners.push(listener);
    },
  };
}

function errorOf({ operation, outcome, at, words }: ProviderError): ProviderError {
  return { operation, outcome, at, words };
}
