/**
 * A list of named steps that runs in order and stops at the first refusal.
 *
 * A step takes the values that it names, from the request and from earlier steps, and returns new values.
 * Each list is a constant, so that all steps of an image task can be read in one place:
 * `id-photo/pipeline.ts`, `colourise/pipeline.ts`.
 */

import type { Refused } from './refused.ts';

/** Receives the share of the work that is done, 0–1. */
export type OnProgress = (fraction: number) => void;

/** The result of a step that only checks and returns no new values. */
export type Passed = Readonly<Record<never, never>>;

export const passed: Passed = {};

export type PipelineResult<Values> = { readonly kind: 'done'; readonly values: Values } | Refused;

type Run<Request, Values> = (request: Request, onProgress?: OnProgress) => Promise<PipelineResult<Values>>;

export interface Pipeline<Request extends object, Values extends object> {
  readonly stepNames: readonly string[];
  /** The share of the whole work that is done after the last step of the list. */
  readonly doneShare: number;
  readonly run: Run<Request, Values>;
  /**
   * Appends a step. A step that takes long may report its own progress, from 0 to 1.
   * @param doneShare the share of the whole work that is done after the step. Absent: the step is quick and
   * reports nothing.
   */
  step<Added extends object>(
    name: string,
    run: (values: Values, onProgress: OnProgress) => Promise<Added | Refused> | Added | Refused,
    doneShare?: number,
  ): Pipeline<Request, Values & Added>;
  /** Appends all steps of another list, which may use the values of this list as its request. */
  steps<More extends object>(other: Pipeline<Values, More>): Pipeline<Request, Values & More>;
}

/** An empty list: its only values are those of the request. */
export function pipeline<Request extends object>(): Pipeline<Request, Request> {
  return pipelineOf<Request, Request>([], 0, async (values) => ({ kind: 'done', values }));
}

function pipelineOf<Request extends object, Values extends object>(
  stepNames: readonly string[],
  doneShare: number,
  run: Run<Request, Values>,
): Pipeline<Request, Values> {
  return {
    stepNames,
    doneShare,
    run,
    step: (name, runStep, doneAfter = doneShare) =>
      pipelineOf([...stepNames, name], doneAfter, async (request, onProgress = () => undefined) => {
        const before = await run(request, onProgress);
        if (before.kind === 'refused') return before;
        const ofWhole = (fraction: number) => doneShare + (doneAfter - doneShare) * fraction;
        const result = await runStep(before.values, (fraction) => onProgress(ofWhole(fraction)));
        if (isRefused(result)) return result;
        if (doneAfter > doneShare) onProgress(doneAfter);
        return { kind: 'done', values: { ...before.values, ...result } };
      }),
    steps: (other) =>
      pipelineOf(
        [...stepNames, ...other.stepNames],
        other.doneShare,
        async (request, onProgress = () => undefined) => {
          const before = await run(request, onProgress);
          if (before.kind === 'refused') return before;
          // The other list reports its progress from 0. Never report less than what is done before it.
          const after = await other.run(before.values, (fraction) =>
            onProgress(Math.max(doneShare, fraction)),
          );
          if (after.kind === 'refused') return after;
          return { kind: 'done', values: { ...before.values, ...after.values } };
        },
      ),
  };
}

function isRefused(result: object): result is Refused {
  return 'kind' in result && result.kind === 'refused';
}
