/**
 * The brush by keyboard: the arrow keys move it, Space lowers and lifts it. The photo follows the brush when it is
 * zoomed in.
 */

import type { KeyboardEvent } from 'react';
import type { MendView } from './use-mend-view.ts';
import type { Painting } from './use-painting.ts';
import type { MendTool } from './use-pointers.ts';
import { clamp, type Point, toPhoto } from './view.ts';

const directions: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

interface BrushKeysOptions {
  readonly tool: MendTool;
  readonly radius: number;
  /** The radius of the brush in CSS pixels: each press of an arrow key moves the brush by half of it. */
  readonly brushPx: number;
  readonly view: MendView;
  readonly painting: Painting;
  /** The place of the brush in pixels of the photo; null: the brush is not shown. */
  readonly place: Point | null;
  readonly onPlace: (place: Point) => void;
}

export function useBrushKeys(options: BrushKeysOptions) {
  const { tool, radius, brushPx, view, painting, place, onPlace } = options;
  const { area, stage, placement } = view;
  const from = place ?? toPhoto(placement, { x: stage.width / 2, y: stage.height / 2 });

  function go({ x, y }: Point): void {
    const step = Math.max(2, brushPx / 2);
    if (tool === 'move') {
      view.pull({ x: -x * step * 2, y: -y * step * 2 }, 1, from);
      return;
    }
    const target = {
      x: clamp(from.x + (x * step) / placement.scale, area.left, area.right),
      y: clamp(from.y + (y * step) / placement.scale, area.top, area.bottom),
    };
    view.show(target);
    onPlace(target);
    painting.extend([target]);
  }

  return {
    onKeyDown(event: KeyboardEvent): void {
      const direction = directions[event.key];
      if (direction !== undefined) go(direction);
      else if (event.key !== ' ') return;
      else if (painting.stroke !== null) painting.finish();
      else if (tool !== 'move') {
        onPlace(from);
        painting.begin([from], tool, radius);
      }
      // The keys must not scroll the dialog.
      event.preventDefault();
    },
    onBlur: painting.finish,
  };
}
