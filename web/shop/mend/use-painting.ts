/** A stroke while it is painted, by pointer or by keyboard, until it is finished. */

import { useRef, useState } from 'react';
import type { Stroke, StrokeTool } from './cut-strokes.ts';
import { simplifyStroke } from './simplify-stroke.ts';
import { fromRadius, type Point, type Size, toStrokePoint } from './view.ts';

/** A line in pixels of the photo. */
interface Line {
  readonly tool: StrokeTool;
  readonly radius: number;
  readonly points: readonly Point[];
}

export interface Painting {
  /** The unfinished stroke; null while nothing is painted. */
  readonly stroke: Stroke | null;
  /** @param points pixels of the photo. */
  begin(points: readonly Point[], tool: StrokeTool, radius: number): void;
  extend(points: readonly Point[]): void;
  finish(): void;
  cancel(): void;
}

function strokeOf({ tool, radius, points }: Line, photo: Size): Stroke {
  return { tool, radius, points: points.map((point) => toStrokePoint(point, photo)) };
}

export function usePainting(photo: Size, onStroke: (stroke: Stroke) => void): Painting {
  // Events can come before the next rendering, so the line is not read from the state.
  const line = useRef<Line | null>(null);
  const [shown, setShown] = useState<Line | null>(null);
  function set(next: Line | null): void {
    line.current = next;
    setShown(next);
  }
  return {
    stroke: shown === null ? null : strokeOf(shown, photo),
    begin: (points, tool, radius) => set({ tool, radius, points }),
    extend(points) {
      const { current } = line;
      if (current !== null) set({ ...current, points: [...current.points, ...points] });
    },
    finish() {
      const { current } = line;
      if (current === null) return;
      set(null);
      const points = simplifyStroke(current.points, fromRadius(current.radius, photo));
      onStroke(strokeOf({ ...current, points }, photo));
    },
    cancel: () => set(null),
  };
}
