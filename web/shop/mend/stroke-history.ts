/** The strokes of the dialog with every step before and after, for undo and redo. */

import { isWithinLimits, type Stroke } from './cut-strokes.ts';

type Strokes = readonly Stroke[];

export interface StrokeHistory {
  readonly strokes: Strokes;
  /** Earlier strokes, the oldest first. */
  readonly past: readonly Strokes[];
  /** Undone strokes, the next one first. */
  readonly future: readonly Strokes[];
  /** Whether the last stroke was not accepted, because the limit of the service is reached. */
  readonly isFull: boolean;
}

export type HistoryStep =
  | { readonly kind: 'paint'; readonly stroke: Stroke }
  | { readonly kind: 'undo' | 'redo' | 'start-again' };

export function beginHistory(strokes: Strokes): StrokeHistory {
  return { strokes, past: [], future: [], isFull: false };
}

function advance({ strokes, past }: StrokeHistory, next: Strokes): StrokeHistory {
  return { strokes: next, past: [...past, strokes], future: [], isFull: false };
}

export function takeStep(history: StrokeHistory, step: HistoryStep): StrokeHistory {
  const { strokes, past, future } = history;
  switch (step.kind) {
    case 'paint': {
      const next = [...strokes, step.stroke];
      return isWithinLimits(next) ? advance(history, next) : { ...history, isFull: true };
    }
    case 'start-again':
      return strokes.length === 0 ? history : advance(history, []);
    case 'undo': {
      const earlier = past.at(-1);
      if (earlier === undefined) return history;
      return { strokes: earlier, past: past.slice(0, -1), future: [strokes, ...future], isFull: false };
    }
    case 'redo': {
      const [later, ...others] = future;
      if (later === undefined) return history;
      return { strokes: later, past: [...past, strokes], future: others, isFull: false };
    }
  }
}
