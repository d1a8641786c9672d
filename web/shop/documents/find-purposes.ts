/** Searches sizes and documents by country, name, millimetres and pixels, in both languages at once. */

import { type IdPhotoSizeName, idPhotoSizes } from '../../../src/domain/goods/id-photo.ts';
import { countryText } from '../../shared/country-text.ts';
import type { Document } from '../api/types.ts';
import { en } from '../texts/en.ts';
import { zh } from '../texts/zh.ts';
import { listedSizes } from './listed-sizes.ts';

const countries: Readonly<Partial<Record<IdPhotoSizeName, string>>> = {
  us_visa: 'US',
  korea_visa: 'KR',
  japan_visa: 'JP',
};

/** Returns the country whose documents need this size. */
export function countryOf(name: IdPhotoSizeName): string {
  return countries[name] ?? 'CN';
}

const mmPerInch = 25.4;

/** Width and height in millimetres, as they are printed. */
export function millimetresOf(name: IdPhotoSizeName): readonly [number, number] {
  const { widthPx, heightPx, dpi } = idPhotoSizes[name];
  return [Math.round((widthPx / dpi) * mmPerInch), Math.round((heightPx / dpi) * mmPerInch)];
}

/** Letters and digits only, so that `35x45`, `35×45` and `35 * 45` find the same sizes. */
const searched = (text: string) =>
  text
    .toLowerCase()
    .replace(/[×*x]/g, 'x')
    .replace(/[\s·’']/g, '');

const countryWords = (code: string) => [code, countryText(code, 'en'), countryText(code, 'zh')];

function wordsOfSize(name: IdPhotoSizeName): string {
  const { widthPx, heightPx } = idPhotoSizes[name];
  const [width, height] = millimetresOf(name);
  const sides = [`${width}x${height}mm`, `${widthPx}x${heightPx}px`];
  return searched([en.sizes[name], zh.sizes[name], ...countryWords(countryOf(name)), ...sides].join(' '));
}

function wordsOfDocument({ id, names, country, width, height, width_mm, height_mm }: Document): string {
  const sides = [`${width_mm}x${height_mm}mm`, `${width}x${height}px`];
  return searched([id, names.en, names.zh, ...countryWords(country), ...sides].join(' '));
}

export interface FoundPurposes {
  readonly sizes: readonly IdPhotoSizeName[];
  readonly documents: readonly Document[];
}

/** The sizes and documents that contain every word of the search. */
export function findPurposes(typed: string, documents: readonly Document[]): FoundPurposes {
  // `35 x 45` counts as one word. As two words it would find every size that contains one of the numbers.
  const parts = typed
    .replace(/(\d)\s*[x×*]\s*(\d)/gi, '$1x$2')
    .split(/\s+/)
    .map(searched)
    .filter((part) => part !== '');
  const isFound = (words: string) => parts.every((part) => words.includes(part));
  return {
    sizes: listedSizes(documents).filter((name) => isFound(wordsOfSize(name))),
    documents: documents.filter((document) => isFound(wordsOfDocument(document))),
  };
}
