/** The background of an ID photo as CSS. */

import { backgroundRows, parseBackground } from '../../src/domain/goods/photo-background.ts';

/** @param background the name of a background, a colour or a gradient. Any other text becomes white. */
export function backgroundCss(background: string): string {
  const { top, bottom } = backgroundRows(parseBackground(background) ?? 'white');
  const [first, last] = [`rgb(${top.join(' ')})`, `rgb(${bottom.join(' ')})`];
  return first === last ? first : `linear-gradient(${first}, ${last})`;
}
