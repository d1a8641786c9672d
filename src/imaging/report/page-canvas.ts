/** Draws on one page of a PDF: text, lines, filled rectangles and pictures. Lengths are points from the upper left corner. */

import type { ReportFonts } from './report-fonts.ts';

/** A colour: red, green and blue, each from 0 to 1. */
export type Ink = readonly [number, number, number];

export interface TextStyle {
  readonly sizePt: number;
  readonly ink: Ink;
}

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface PageCanvas {
  /** @param at the upper left corner of the line of text. The line is as high as the font size. */
  text(words: string, at: { readonly left: number; readonly top: number }, style: TextStyle): void;
  /** @param opacity one of `opacities`. */
  fill(box: Box, ink: Ink, opacity?: keyof typeof opacities): void;
  /** Draws the picture that has this name in the resources of the page. */
  picture(name: string, box: Box): void;
  /** Draws only inside the box while `draw` runs. */
  clipped(box: Box, draw: () => void): void;
  content(): Buffer;
}

/** Names of the graphics states that the page must define. */
export const opacities = { full: 1, band: 0.22 } as const;

/** The distance from the upper edge of a line of text to its base line, as a share of the font size. */
const baseLine = 0.88;

const number = (value: number) => String(Math.round(value * 100) / 100);

export function createCanvas(heightPt: number, fonts: ReportFonts): PageCanvas {
  const content: string[] = [];
  const rectangle = ({ left, top, width, height }: Box) =>
    `${[left, heightPt - top - height, width, height].map(number).join(' ')} re`;
  const colour = (ink: Ink) => `${ink.map(number).join(' ')} rg`;
  return {
    text(words, { left, top }, { sizePt, ink }) {
      const y = heightPt - top - baseLine * sizePt;
      content.push(`BT ${colour(ink)} ${number(left)} ${number(y)} Td ${fonts.show(words, sizePt)} ET`);
    },
    fill(box, ink, opacity = 'full') {
      content.push(`q /${opacity} gs ${colour(ink)} ${rectangle(box)} f Q`);
    },
    picture(name, { left, top, width, height }) {
      const matrix = [width, 0, 0, height, left, heightPt - top - height].map(number).join(' ');
      content.push(`q ${matrix} cm /${name} Do Q`);
    },
    clipped(box, draw) {
      content.push(`q ${rectangle(box)} W n`);
      draw();
      content.push('Q');
    },
    content: () => Buffer.from(content.join('\n'), 'latin1'),
  };
}
