/** Names of documents, countries, backgrounds and sizes in the customer's language. */

import { documentBackgrounds } from '../../../src/domain/goods/photo-background.ts';
import type { Language } from '../../../src/domain/language.ts';
import { countryText } from '../../shared/country-text.ts';
import type { Document } from '../api/types.ts';
import type { Texts } from '../texts/en.ts';
import { sizeText } from '../texts/size-text.ts';
import { customPixels, type Purpose } from './purpose.ts';

export function documentText(
  { names, country }: Pick<Document, 'names' | 'country'>,
  language: Language,
): string {
  return `${names[language]} · ${countryText(country, language)}`;
}

/**
 * @param background the name of a background or a colour. Other clients can order backgrounds that this page does not
 * know.
 */
export function backgroundText(background: string, t: Texts): string {
  const known = documentBackgrounds.find((name) => name === background);
  return known === undefined ? t.ownColour(background.replace('-', ' → ')) : t.onColor[known];
}

/** @returns an empty text while the customer has not chosen. */
export function purposeText(purpose: Purpose, t: Texts, language: Language): string {
  switch (purpose.kind) {
    case 'none':
      return '';
    case 'size':
      return sizeText(purpose.size, t);
    case 'document': {
      const { width, height } = purpose.document;
      return `${documentText(purpose.document, language)} · ${width} × ${height} px`;
    }
    case 'custom': {
      const pixels = customPixels(purpose.custom);
      return pixels === null ? t.customSize : `${t.customSize} · ${pixels.widthPx} × ${pixels.heightPx} px`;
    }
  }
}
