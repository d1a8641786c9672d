/** Fits chroma to the lightness of the print. Then adds the paper border again, which gets no colour. */

import {
  type ChromaLine,
  type ChromaLines,
  type ChromaPlanes,
  fitChromaLines,
} from '../../pixels/chroma-lines.ts';
import type { Plane } from '../../pixels/plane.ts';
import { type Border, cropBorder, padBorder } from './paper-border.ts';

/** `lightness` covers the whole picture; `chroma` covers the picture without its border. */
export function fitChroma(lightness: Plane, chroma: ChromaPlanes, border: Border): ChromaLines {
  const { a, b, lowest, highest } = fitChromaLines(cropBorder(lightness, border), chroma);
  const colourlessBorder = ({ slope, offset }: ChromaLine): ChromaLine => ({
    slope: padBorder(slope, border, 0),
    offset: padBorder(offset, border, 0),
  });
  return {
    a: colourlessBorder(a),
    b: colourlessBorder(b),
    lowest: padBorder(lowest, border, 0),
    highest: padBorder(highest, border, 100),
  };
}
