/** The measures of a document's rule as a table of titles and values. */

import type { Document } from '../api/types.ts';
import type { Texts } from '../texts/en.ts';
import { backgroundText } from './purpose-text.ts';
import { rangeText } from './range-text.ts';

type Band = Document['eyes_above_bottom'];

const units = { mm: ' mm', px: ' px', percent: '%' } as const;

/** Returns only the measures that the rule states. */
export function ruleFacts(document: Document, t: Texts): readonly (readonly [string, string])[] {
  const { width_mm, height_mm, width, height, dpi, head, kb_min, kb_max } = document;
  const facts = t.ruleFacts;
  const banded = (title: string, band: Band): [string, string][] =>
    band === null ? [] : [[title, rangeText(band.min, band.max, units[band.unit], t)]];
  const headTitle = head?.measured === 'crown_to_chin' ? facts.headWithoutHair : facts.headWithHair;
  return [
    [facts.size, `${width_mm} × ${height_mm} mm · ${width} × ${height} px · ${dpi} dpi`],
    ...banded(headTitle, head),
    ...banded(facts.eyes, document.eyes_above_bottom),
    ...banded(facts.above, document.above),
    ...banded(facts.faceWidth, document.face_width),
    [facts.background, document.backgrounds.map((name) => backgroundText(name, t)).join(' / ')],
    ...(kb_min === null && kb_max === null
      ? []
      : [[facts.file, rangeText(kb_min, kb_max, ' kB', t)] as [string, string]]),
    ...(document.photo_age_months === null
      ? []
      : [[facts.age, facts.months(document.photo_age_months)] as [string, string]]),
    ...(document.copies === null ? [] : [[facts.copies, String(document.copies)] as [string, string]]),
    ...(isKnownGlasses(document.glasses)
      ? [[facts.glasses, t.glasses[document.glasses]] as [string, string]]
      : []),
  ];
}

/** `unstated` is not shown, because it means nothing to a customer. */
function isKnownGlasses(name: string): name is keyof Texts['glasses'] {
  return ['allowed', 'clear_lenses', 'required_if_worn', 'forbidden'].includes(name);
}
