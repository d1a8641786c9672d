/** Describes for an e-mail what was ordered: the customer's choices in addition to the name of the good. Pure. */

import type { DocumentRule } from '../documents/document-rule.ts';
import { backgroundNames, sizeNames } from '../goods/choice-names.ts';
import { idPhotoSizeNames } from '../goods/id-photo.ts';
import type { OrderDetails } from '../goods/parameters.ts';
import { documentBackgrounds } from '../goods/photo-background.ts';
import type { Language } from '../language.ts';

interface Words {
  readonly photographed: string;
  readonly colourised: string;
  readonly enlarged: string;
  readonly colour: (colour: string) => string;
  readonly months: (count: number) => string;
}

const words: Readonly<Record<Language, Words>> = {
  en: {
    photographed: 'Background as photographed',
    colourised: 'Colourised',
    enlarged: 'Enlarged ×2',
    colour: (colour) => `Background ${colour}`,
    months: (count) => (count === 1 ? '1 month' : `${count} months`),
  },
  zh: {
    photographed: '保留原背景',
    colourised: '上色',
    enlarged: '放大 2 倍',
    colour: (colour) => `底色 ${colour}`,
    months: (count) => `${count} 个月`,
  },
};

/** @param document the rule of the ordered document; undefined: the order is for no document. */
export function orderedChoices(
  details: OrderDetails,
  document: DocumentRule | undefined,
  language: Language,
): string[] {
  const { size, width, height, unit, color, crop_only: cropOnly, num } = details;
  const t = words[language];
  const known = idPhotoSizeNames.find((name) => name === size);
  const background = documentBackgrounds.find((name) => name === color);
  return [
    ...(document === undefined ? [] : [document.names[language]]),
    ...(known === undefined ? [] : [sizeNames[language][known]]),
    ...(width === undefined || height === undefined ? [] : [`${width} × ${height} ${unit ?? 'px'}`]),
    ...(cropOnly === 1 ? [t.photographed] : []),
    ...(background === undefined ? [] : [backgroundNames[language][background]]),
    ...(background === undefined && typeof color === 'string' ? [t.colour(color.replace('-', ' → '))] : []),
    ...(details.colour === 1 ? [t.colourised] : []),
    ...(details.enlarge === 1 ? [t.enlarged] : []),
    ...(typeof num === 'number' ? [t.months(num)] : []),
  ];
}
