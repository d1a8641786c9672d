/**
 * Pointers on the stage: one pointer paints, or moves the photo with the tool “Move”; two fingers move and zoom the
 * photo. A second finger discards the stroke that the first one has begun.
 */

import { type PointerEvent, useRef } from 'react';
import type { StrokeTool } from './cut-strokes.ts';
import type { MendView } from './use-mend-view.ts';
import type { Painting } from './use-painting.ts';
import { type Point, toPhoto } from './view.ts';

export type MendTool = StrokeTool | 'move';

interface PointersOptions {
  readonly tool: MendTool;
  /** In ten-thousandths of the longer side of the photo. */
  readonly radius: number;
  readonly view: MendView;
  readonly painting: Painting;
  /** Receives the place of the brush in pixels of the photo; null when there is none. */
  readonly onPlace: (place: Point | null) => void;
}

/** `pull`: the pointers on the stage move the photo until the last one is lifted. */
type Gesture = 'none' | 'paint' | 'pull';

function placeOf({ clientX, clientY }: Pick<MouseEvent, 'clientX' | 'clientY'>, stage: Element): Point {
  const { left, top } = stage.getBoundingClientRect();
  return { x: clientX - left, y: clientY - top };
}

/** All places since the last event: a screen that measures the pen often reports them together. */
function placesOf({ nativeEvent, currentTarget }: PointerEvent): readonly Point[] {
  // Firefox has the function only on pages with TLS, and Safari since 18.2.
  const parts = 'getCoalescedEvents' in nativeEvent ? nativeEvent.getCoalescedEvents() : [];
  return (parts.length === 0 ? [nativeEvent] : parts).map((part) => placeOf(part, currentTarget));
}

/** The middle of the pointers, and their distance; 1 for a single pointer. */
function spanOf(places: readonly Point[]) {
  const [first = { x: 0, y: 0 }, second = first] = places;
  return {
    middle: { x: (first.x + second.x) / 2, y: (first.y + second.y) / 2 },
    distance: first === second ? 1 : Math.max(1, Math.hypot(first.x - second.x, first.y - second.y)),
  };
}

export function usePointers({ tool, radius, view, painting, onPlace }: PointersOptions) {
  const pointers = useRef(new Map<number, Point>());
  const gesture = useRef<Gesture>('none');

  function down(event: PointerEvent): void {
    if (event.button !== 0) return;
    const { pointerId, currentTarget } = event;
    const place = placeOf(event, currentTarget);
    currentTarget.setPointerCapture(pointerId);
    pointers.current.set(pointerId, place);
    if (pointers.current.size > 1 || tool === 'move') {
      painting.cancel();
      onPlace(null);
      gesture.current = 'pull';
      return;
    }
    const start = toPhoto(view.placement, place);
    gesture.current = 'paint';
    onPlace(start);
    painting.begin([start], tool, radius);
  }

  function pull(pointerId: number, place: Point): void {
    const before = spanOf([...pointers.current.values()]);
    pointers.current.set(pointerId, place);
    const after = spanOf([...pointers.current.values()]);
    const by = { x: after.middle.x - before.middle.x, y: after.middle.y - before.middle.y };
    view.pull(by, after.distance / before.distance, after.middle);
  }

  function move(event: PointerEvent): void {
    const place = placeOf(event, event.currentTarget);
    const isDown = pointers.current.has(event.pointerId);
    if (gesture.current === 'pull') {
      if (isDown) pull(event.pointerId, place);
      return;
    }
    onPlace(tool === 'move' ? null : toPhoto(view.placement, place));
    if (isDown) painting.extend(placesOf(event).map((each) => toPhoto(view.placement, each)));
  }

  function up({ pointerId, pointerType }: PointerEvent): void {
    if (!pointers.current.delete(pointerId)) return;
    if (gesture.current === 'paint') painting.finish();
    if (pointers.current.size === 0) gesture.current = 'none';
    // A finger that is lifted is nowhere.
    if (pointerType !== 'mouse') onPlace(null);
  }

  return {
    onPointerDown: down,
    onPointerMove: move,
    onPointerUp: up,
    onPointerCancel: up,
    onPointerLeave: () => {
      if (gesture.current === 'none') onPlace(null);
    },
  };
}
