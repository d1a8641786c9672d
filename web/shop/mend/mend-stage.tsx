/** The photo on which the customer paints. It fills the space that the dialog leaves to it. */

import { useLayoutEffect, useRef, useState } from 'react';
import type { CutOut } from '../photo/use-photo.ts';
import { useWords } from '../texts/words.ts';
import type { Stroke } from './cut-strokes.ts';
import { drawMending } from './draw-mending.ts';
import { useBrushKeys } from './use-brush-keys.ts';
import { useCover } from './use-cover.ts';
import type { MendView } from './use-mend-view.ts';
import type { Painting } from './use-painting.ts';
import { type MendTool, usePointers } from './use-pointers.ts';
import { fromRadius, type Point, toRadius } from './view.ts';

interface MendStageProps {
  readonly photo: HTMLImageElement;
  readonly cutOut: CutOut;
  readonly background: string;
  readonly strokes: readonly Stroke[];
  readonly applied: ReadonlySet<Stroke>;
  readonly tool: MendTool;
  /** The radius of the brush in CSS pixels. */
  readonly brushPx: number;
  readonly view: MendView;
  readonly painting: Painting;
  /** The id of the text that explains the painting. */
  readonly hintId: string;
}

/** Gives the view the size of the stage, which depends on the screen and on the size of the text. */
function useStageSize(setStage: MendView['setStage']) {
  const stage = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current: element } = stage;
    if (element === null) return;
    const measure = () => setStage({ width: element.clientWidth, height: element.clientHeight });
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, [setStage]);
  return stage;
}

export function MendStage(props: MendStageProps) {
  const { photo, cutOut, background, strokes, applied, tool, brushPx, view, painting, hintId } = props;
  const { t } = useWords();
  const { stage: size, placement } = view;
  const stage = useStageSize(view.setStage);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [place, setPlace] = useState<Point | null>(null);
  const cover = useCover(cutOut, background);
  const photoSize = { width: photo.naturalWidth, height: photo.naturalHeight };
  const radius = toRadius(brushPx / placement.scale, photoSize);
  const shared = { tool, radius, view, painting, onPlace: setPlace };
  const pointers = usePointers(shared);
  const keys = useBrushKeys({ ...shared, brushPx, place });
  const pixelRatio = globalThis.devicePixelRatio;

  useLayoutEffect(() => {
    const pen = canvas.current?.getContext('2d') ?? null;
    if (pen === null) return;
    const at =
      place === null
        ? null
        : {
            x: place.x * placement.scale + placement.offset.x,
            y: place.y * placement.scale + placement.offset.y,
          };
    const isBrushShown = at !== null && tool !== 'move';
    drawMending(pen, {
      photo,
      cover: cover?.picture ?? null,
      crop: cover?.crop ?? cutOut.crop,
      strokes: painting.stroke === null ? strokes : [...strokes, painting.stroke],
      applied,
      brush: isBrushShown ? { at, tool, radius: fromRadius(radius, photoSize) * placement.scale } : null,
      placement,
      stage: size,
      pixelRatio,
    });
  });

  return (
    <div
      ref={stage}
      className={tool === 'move' ? 'mend-stage moving' : 'mend-stage'}
      // The stage has keys of its own, so a screen reader must pass them on.
      role="application"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the brush is moved by keyboard
      tabIndex={0}
      aria-label={t.mendStage}
      aria-describedby={hintId}
      {...pointers}
      {...keys}
    >
      <canvas
        ref={canvas}
        width={Math.round(size.width * pixelRatio)}
        height={Math.round(size.height * pixelRatio)}
      />
    </div>
  );
}
