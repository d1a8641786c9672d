/** Where a size of ID photos is asked for, and how large it is on paper. */

import { type IdPhotoSizeName, idPhotoSizeNames, idPhotoSizes } from '../../../src/domain/goods/id-photo.ts';
import { en, type Texts } from '../texts/en.ts';
import { zh } from '../texts/zh.ts';

export type SizePlace = keyof Texts['places'];

const abroad: Readonly<Partial<Record<IdPhotoSizeName, SizePlace>>> = {
  us_visa: 'us',
  korea_visa: 'kr',
  japan_visa: 'jp',
};

export function placeOf(name: IdPhotoSizeName): SizePlace {
  return abroad[name] ?? 'cn';
}

const mmPerInch = 25.4;

/** Width and height in millimetres, as they are printed. */
export function millimetresOf(name: IdPhotoSizeName): readonly [number, number] {
  const { widthPx, heightPx, dpi } = idPhotoSizes[name];
  return [Math.round((widthPx / dpi) * mmPerInch), Math.round((heightPx / dpi) * mmPerInch)];
}

/** Letters and digits only, so that `35x45`, `35×45` and `35 * 45` find the same sizes. */
const searched = (text: string) => text.toLowerCase().replace(/[×*x]/g, 'x').replace(/[\s·]/g, '');

function wordsOf(name: IdPhotoSizeName): string {
  const { widthPx, heightPx } = idPhotoSizes[name];
  const place = placeOf(name);
  const [width, height] = millimetresOf(name);
  const inBoth = [en, zh].flatMap((t) => [t.sizes[name], t.places[place]]);
  return searched([...inBoth, `${width}x${height}mm`, `${widthPx}x${heightPx}px`].join(' '));
}

/** The sizes that contain every word of the search, in either language, as millimetres or as pixels. */
export function findSizes(typed: string): readonly IdPhotoSizeName[] {
  const parts = typed
    .split(/\s+/)
    .map(searched)
    .filter((part) => part !== '');
  return idPhotoSizeNames.filter((name) => parts.every((part) => wordsOf(name).includes(part)));
}
