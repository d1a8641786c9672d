/**
 * Describes what was ordered: purpose and background of an ID photo, what is done in addition to a restoration, or the
 * months of a membership.
 */

import { idPhotoSizeNames } from '../../../src/domain/goods/id-photo.ts';
import type { Language } from '../../../src/domain/language.ts';
import type { Document, OrderDetails } from '../api/types.ts';
import { backgroundText, documentText } from '../documents/purpose-text.ts';
import { hasStrokes } from '../mend/cut-strokes.ts';
import { sizeText } from '../texts/size-text.ts';
import type { Texts } from './en.ts';

interface Words {
  readonly t: Texts;
  readonly language: Language;
  /**
   * Null while the documents load. Until then, and for a document that is no longer sold, the text shows the
   * document's id.
   */
  readonly documents: readonly Document[] | null;
}

export function choicesText(details: OrderDetails, { t, language, documents }: Words): string[] {
  const { size, document: id, width, height, color, num } = details;
  const known = idPhotoSizeNames.find((name) => name === size);
  const document = documents?.find((each) => each.id === id);
  const isCustom = width !== null && height !== null;
  return [
    ...(known === undefined ? [] : [sizeText(known, t)]),
    ...(id === null ? [] : [document === undefined ? id : documentText(document, language)]),
    ...(isCustom ? [`${t.customSize} · ${width} × ${height} ${details.unit ?? 'px'}`] : []),
    ...(color === null ? [] : [backgroundText(color, t)]),
    ...(details.crop_only === 1 ? [t.backgroundAsIs] : []),
    ...(details.correct === 1 ? [t.corrected] : []),
    ...(hasStrokes(details.cut_strokes ?? '') ? [t.mended] : []),
    ...(details.colour === 1 ? [t.colourised] : []),
    ...(details.enlarge === 1 ? [t.enlarged] : []),
    ...(num === null ? [] : [t.months(num)]),
  ];
}
