/** The zoom and the position of the photo on the stage of the dialog. */

import { useState } from 'react';
import {
  type Box,
  bounded,
  moved,
  type Placement,
  type Point,
  placementOf,
  type Size,
  showing,
  type View,
  wholeView,
  zoomedAt,
  zoomMax,
} from './view.ts';

export interface MendView {
  /** The part of the photo that can be shown, in its pixels. */
  readonly area: Box;
  readonly stage: Size;
  readonly placement: Placement;
  readonly zoom: number;
  setStage(stage: Size): void;
  /** Zooms to the next whole number. @param by 1: in, -1: out. */
  step(by: 1 | -1): void;
  /** Moves the photo by CSS pixels, then zooms at a place of the stage. */
  pull(by: Point, factor: number, at: Point): void;
  /** Moves the view to a place of the photo. */
  show(place: Point): void;
}

export function useMendView(area: Box): MendView {
  const [stage, setStage] = useState<Size>({ width: 1, height: 1 });
  const [chosen, setChosen] = useState<View>(() => wholeView(area));
  const view = bounded(chosen, area, stage);
  const placement = placementOf(view, area, stage);
  /** Several events can come before the next rendering, so each change begins with the newest view. */
  const change = (next: (known: View, placed: Placement) => View) =>
    setChosen((known) => {
      const now = bounded(known, area, stage);
      return bounded(next(now, placementOf(now, area, stage)), area, stage);
    });
  const middle = { x: stage.width / 2, y: stage.height / 2 };
  return {
    area,
    stage,
    placement,
    zoom: view.zoom,
    setStage,
    step(by) {
      const next = by === 1 ? Math.floor(view.zoom + 1) : Math.ceil(view.zoom - 1);
      const zoom = Math.min(zoomMax, Math.max(1, next));
      change((known, placed) => zoomedAt(known, zoom / known.zoom, middle, placed));
    },
    pull(by, factor, at) {
      change((known, placed) => {
        const pulled = moved(known, by, placed);
        return zoomedAt(pulled, factor, at, placementOf(pulled, area, stage));
      });
    },
    show: (place) => change((known, placed) => showing(known, place, placed, stage)),
  };
}
