/** Searches sizes and documents by country, name, millimetres, inches and pixels, in both languages at once. */

import { type IdPhotoSizeName, idPhotoSizes } from '../../../src/domain/goods/id-photo.ts';
import { countryText } from '../../shared/country-text.ts';
import type { Document } from '../api/types.ts';
import { en } from '../texts/en.ts';
import { zh } from '../texts/zh.ts';
import { countryAliases } from './country-aliases.ts';
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

const countryWords = (code: string) => [
  code,
  countryText(code, 'en'),
  countryText(code, 'zh'),
  ...(countryAliases[code] ?? []),
];

/** Words that customers type although they do not distinguish one photo from another. */
const noise: ReadonlySet<string> = new Set(['photo', 'photos', 'picture', 'for', 'of', 'the', 'mm', 'px']);

const inchesOf = (mm: number) => Math.round((mm / mmPerInch) * 10) / 10;

interface Searchable {
  /** Without spaces, so that parts of words are found. */
  readonly text: string;
  /** The single words. */
  readonly words: readonly string[];
}

function searchable(texts: readonly string[]): Searchable {
  const all = texts.join(' ');
  const words = all
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  return { text: searched(all), words };
}

/** Two letters are mostly a country. In the middle of a word, `us` would also find Australia and Russia. */
function contains({ text, words }: Searchable, part: string): boolean {
  return /^[a-z]{2}$/.test(part) ? words.some((word) => word.startsWith(part)) : text.includes(part);
}

function wordsOfSize(name: IdPhotoSizeName): Searchable {
  const { widthPx, heightPx } = idPhotoSizes[name];
  const [width, height] = millimetresOf(name);
  const sides = [`${width}x${height}mm`, `${widthPx}x${heightPx}px`];
  return searchable([en.sizes[name], zh.sizes[name], ...countryWords(countryOf(name)), ...sides]);
}

type Listed = Pick<Document, 'id' | 'names' | 'country' | 'width' | 'height' | 'width_mm' | 'height_mm'>;

function wordsOfDocument({ id, names, country, width, height, width_mm, height_mm }: Listed): Searchable {
  // Chinese has no spaces, so that customers type the country and the name as one word.
  const whole = `${countryText(country, 'zh')}${names.zh}`;
  const inches = `${inchesOf(width_mm)}x${inchesOf(height_mm)}`;
  const sides = [`${width_mm}x${height_mm}mm`, inches, `${width}x${height}px`];
  return searchable([id, names.en, names.zh, whole, ...countryWords(country), ...sides]);
}

export interface FoundPurposes<D extends Listed> {
  readonly sizes: readonly IdPhotoSizeName[];
  readonly documents: readonly D[];
}

/** The sizes and documents that contain every word of the search. */
export function findPurposes<D extends Listed>(typed: string, documents: readonly D[]): FoundPurposes<D> {
  // `35 x 45` counts as one word. As two words it would find every size that contains one of the numbers.
  const parts = typed
    .replace(/照片|证件照/g, ' ')
    .replace(/寸照/g, '寸')
    .replace(/(\d)\s*[x×*]\s*(\d)/gi, '$1x$2')
    .replace(/(\d)\s*(?:inches|inch|in|["″])(?=\s|$)/gi, '$1')
    .split(/\s+/)
    .map(searched)
    .filter((part) => part !== '' && !noise.has(part));
  const isFound = (searchable: Searchable) => parts.every((part) => contains(searchable, part));
  return {
    sizes: listedSizes(documents).filter((name) => isFound(wordsOfSize(name))),
    documents: documents.filter((document) => isFound(wordsOfDocument(document))),
  };
}
