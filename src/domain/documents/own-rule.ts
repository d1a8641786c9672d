/**
 * Checks a rule that an operator has entered: whether it has the form of a rule, and whether the service can make its
 * photo.
 */

import { customLimits } from '../goods/custom-limits.ts';
import { type DocumentRule, parseDocumentRule } from './document-rule.ts';
import { headBandsOf } from './head-bands.ts';
import { type HeadLengths, placesInBands } from './place-head.ts';
import { RuleFault } from './rule-fault.ts';

const textLengthMax = 600;
const idForm = /^[a-z]{2}_[a-z0-9_]{1,40}$/;

/** Heads with little and much hair, narrow and wide. A rule that none of them can meet would refuse every customer. */
const typicalHeads: readonly HeadLengths[] = [1.1, 1.25, 1.4].flatMap((hair) =>
  [1.3, 1.45, 1.6].map((faceWidth) => ({ hair, faceWidth })),
);

/** @throws RuleFault that names the wrong field. */
export function parseOwnRule(value: unknown): DocumentRule {
  const rule = parseDocumentRule(value);
  const { id, size, fileSize, source, backgrounds, refusedBackgrounds } = rule;
  if (!idForm.test(id)) {
    throw new RuleFault('id', 'id', 'must be a country code, an underscore and a short name');
  }
  requireRange('size.widthPx', size.widthPx, customLimits.sidePx);
  requireRange('size.heightPx', size.heightPx, customLimits.sidePx);
  requireRange('size.dpi', size.dpi, customLimits.dpi);
  const { min, max } = customLimits.aspect;
  // The limits of the width follow from the height and the limits of the aspect (width divided by height).
  requireRange('size.widthPx', size.widthPx, {
    min: Math.ceil(size.heightPx * min),
    max: Math.floor(size.heightPx * max),
  });
  requireRange('fileSize.minKb', fileSize.minKb, { min: 1, max: customLimits.kb.max });
  requireRange('fileSize.maxKb', fileSize.maxKb, customLimits.kb);
  requireRange('photoAgeMonths', rule.photoAgeMonths, { min: 1, max: 240 });
  requireRange('copies', rule.copies, { min: 1, max: 100 });
  if (new Set(backgrounds).size < backgrounds.length) {
    throw new RuleFault('backgrounds', 'twice', 'has a colour twice');
  }
  if (
    new Set([...backgrounds, ...refusedBackgrounds]).size <
    backgrounds.length + refusedBackgrounds.length
  ) {
    throw new RuleFault('refusedBackgrounds', 'twice', 'has a colour twice, or one that is allowed');
  }
  requireShortTexts(rule);
  if (source.url !== null && !/^https?:\/\//.test(source.url)) {
    throw new RuleFault('source.url', 'address', 'must begin with http');
  }
  const bands = headBandsOf(rule);
  const { head, eyes, above, faceWidth } = bands;
  for (const [name, band] of Object.entries({ head, eyesAboveBottom: eyes, above, faceWidth })) {
    if (band !== null && band.max > 1) {
      throw new RuleFault(`${name}.max`, 'too_large', 'is larger than the photo');
    }
  }
  if (typicalHeads.every((lengths) => placesInBands(lengths, bands).length === 0)) {
    throw new RuleFault('head', 'no_place', 'has no place that meets all lengths of the rule');
  }
  return rule;
}

function requireRange(
  field: string,
  number: number | null,
  { min, max }: Readonly<Record<'min' | 'max', number>>,
): void {
  if (number === null || (number >= min && number <= max)) return;
  throw new RuleFault(field, 'range', `must be ${min} to ${max}`, { min, max });
}

function requireShortTexts({ names, sentence, source, conflict }: DocumentRule): void {
  const texts = {
    'names.en': names.en,
    'names.zh': names.zh,
    'sentence.en': sentence.en,
    'sentence.zh': sentence.zh,
    'source.title': source.title,
    'source.url': source.url,
    conflict,
  };
  for (const [field, text] of Object.entries(texts)) {
    if (text !== null && text.length > textLengthMax) {
      throw new RuleFault(field, 'length', `must have at most ${textLengthMax} characters`, {
        max: textLengthMax,
      });
    }
  }
}
