/**
 * Draws the photo, the background colour over the removed part, the strokes and the brush. Coordinates on the stage are
 * CSS pixels.
 */

import { backgroundRows, parseBackground } from '../../../src/domain/goods/photo-background.ts';
import type { Crop } from '../api/types.ts';
import { cornersOf, cropTransform } from './crop-area.ts';
import type { Stroke, StrokeTool } from './cut-strokes.ts';
import { fromRadius, fromStrokePoint, type Placement, type Point, type Size } from './view.ts';

/** The brush at the pointer. */
export interface Brush {
  readonly at: Point;
  readonly radius: number;
  readonly tool: StrokeTool;
}

export interface MendingScene {
  readonly photo: HTMLImageElement;
  /** See `coverOf`; null until the cut-out is loaded. */
  readonly cover: HTMLCanvasElement | null;
  readonly crop: Crop;
  readonly strokes: readonly Stroke[];
  /** The strokes that the cover already shows. */
  readonly applied: ReadonlySet<Stroke>;
  readonly brush: Brush | null;
  readonly placement: Placement;
  readonly stage: Size;
  /** Pixels of the canvas for one CSS pixel. */
  readonly pixelRatio: number;
}

/** The old background stays faintly visible, so that the customer can judge what was removed. */
const coverOpacity = 0.75;
const newStrokeOpacity = 0.55;
/** A stroke that the cover shows is only hinted at, so that it does not hide the cut-out. */
const appliedStrokeOpacity = 0.15;
const badgeRadius = 8;

type Pen = CanvasRenderingContext2D;

function colourOf({ canvas }: Pen, name: string): string {
  return getComputedStyle(canvas).getPropertyValue(name).trim();
}

/** The background colour where the cut-out is transparent. @returns a canvas with the pixels of the cut-out. */
export function coverOf(cutOut: HTMLImageElement, background: string): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = cutOut.naturalWidth;
  canvas.height = cutOut.naturalHeight;
  const pen = canvas.getContext('2d');
  if (pen === null) return canvas;
  const { top, bottom } = backgroundRows(parseBackground(background) ?? 'white');
  const gradient = pen.createLinearGradient(0, 0, 0, canvas.height);
  gradient.addColorStop(0, `rgb(${top.join(' ')})`);
  gradient.addColorStop(1, `rgb(${bottom.join(' ')})`);
  pen.fillStyle = gradient;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.globalCompositeOperation = 'destination-out';
  pen.drawImage(cutOut, 0, 0);
  return canvas;
}

function drawPhoto(pen: Pen, { photo, cover, crop, placement: { scale, offset } }: MendingScene): void {
  const size = { width: photo.naturalWidth, height: photo.naturalHeight };
  pen.save();
  pen.translate(offset.x, offset.y);
  pen.scale(scale, scale);
  pen.imageSmoothingQuality = 'high';
  pen.drawImage(photo, 0, 0);
  if (cover !== null) {
    pen.globalAlpha = coverOpacity;
    pen.transform(...cropTransform(crop, cover, size));
    pen.drawImage(cover, 0, 0);
  }
  pen.restore();
}

/** Darkens what the ID photo does not show, and draws its frame. */
function drawFrame(pen: Pen, { photo, crop, placement: { scale, offset }, stage }: MendingScene): void {
  const size = { width: photo.naturalWidth, height: photo.naturalHeight };
  const frame = new Path2D();
  for (const { x, y } of cornersOf(crop, size)) frame.lineTo(x * scale + offset.x, y * scale + offset.y);
  frame.closePath();
  const outside = new Path2D(frame);
  outside.rect(0, 0, stage.width, stage.height);
  pen.fillStyle = colourOf(pen, '--colour-photo-line');
  pen.fill(outside, 'evenodd');
  pen.strokeStyle = colourOf(pen, '--colour-on-photo');
  pen.lineWidth = 1.5;
  pen.stroke(frame);
}

const toolColours = { keep: '--colour-mend-keep', remove: '--colour-mend-remove' } as const;

function drawStroke(pen: Pen, stroke: Stroke, opacity: number, { photo, placement }: MendingScene): void {
  const size = { width: photo.naturalWidth, height: photo.naturalHeight };
  const { scale, offset } = placement;
  const places = stroke.points.map((point) => {
    const { x, y } = fromStrokePoint(point, size);
    return { x: x * scale + offset.x, y: y * scale + offset.y };
  });
  const [first, ...others] = places;
  if (first === undefined) return;
  const radius = fromRadius(stroke.radius, size) * scale;
  const colour = colourOf(pen, toolColours[stroke.tool]);
  pen.save();
  pen.globalAlpha = opacity;
  pen.beginPath();
  if (others.length === 0) {
    // A line without a length would draw nothing.
    pen.arc(first.x, first.y, radius, 0, 2 * Math.PI);
    pen.fillStyle = colour;
    pen.fill();
  } else {
    for (const { x, y } of places) pen.lineTo(x, y);
    pen.lineWidth = 2 * radius;
    pen.lineCap = 'round';
    pen.lineJoin = 'round';
    pen.strokeStyle = colour;
    pen.stroke();
  }
  pen.restore();
  if (opacity === newStrokeOpacity) drawBadge(pen, first, stroke.tool);
}

/** A minus or a plus, for customers who do not distinguish the colours. */
function drawBadge(pen: Pen, { x, y }: Point, tool: StrokeTool): void {
  pen.beginPath();
  pen.arc(x, y, badgeRadius, 0, 2 * Math.PI);
  pen.fillStyle = colourOf(pen, toolColours[tool]);
  pen.fill();
  pen.strokeStyle = colourOf(pen, '--colour-on-photo');
  pen.lineWidth = 2;
  pen.lineCap = 'butt';
  pen.stroke();
  pen.beginPath();
  const arm = badgeRadius / 2;
  pen.moveTo(x - arm, y);
  pen.lineTo(x + arm, y);
  if (tool === 'keep') {
    pen.moveTo(x, y - arm);
    pen.lineTo(x, y + arm);
  }
  pen.stroke();
}

function drawBrush(pen: Pen, { at, radius, tool }: Brush): void {
  for (const [colour, width] of [
    ['--colour-photo-shade', 4],
    ['--colour-on-photo', 2],
  ] as const) {
    pen.beginPath();
    pen.arc(at.x, at.y, radius, 0, 2 * Math.PI);
    pen.strokeStyle = colourOf(pen, colour);
    pen.lineWidth = width;
    pen.stroke();
  }
  const aside = radius * Math.SQRT1_2 + badgeRadius;
  drawBadge(pen, { x: at.x + aside, y: at.y - aside }, tool);
}

export function drawMending(pen: Pen, scene: MendingScene): void {
  const { stage, pixelRatio, strokes, applied, brush } = scene;
  pen.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0);
  pen.clearRect(0, 0, stage.width, stage.height);
  drawPhoto(pen, scene);
  drawFrame(pen, scene);
  for (const stroke of strokes) {
    drawStroke(pen, stroke, applied.has(stroke) ? appliedStrokeOpacity : newStrokeOpacity, scene);
  }
  if (brush !== null) drawBrush(pen, brush);
}
