/**
 * Checks a rule that an operator has entered: whether it has the form of a rule, and whether the service can make its
 * photo.
 */

import { customLimits } from '../goods/custom-limits.ts';
import { type DocumentRule, parseDocumentRule } from './document-rule.ts';
import { headBandsOf } from './head-bands.ts';

const textLengthMax = 600;
const idForm = /^[a-z]{2}_[a-z0-9_]{1,40}$/;

/** @throws Error that names the rule and the wrong field. */
export function parseOwnRule(value: unknown): DocumentRule {
  const rule = parseDocumentRule(value);
  const { id, size, fileSize, names, sentence, source, conflict, backgrounds } = rule;
  const within = (name: string, number: number | null, { min, max }: { min: number; max: number }) => {
    if (number !== null && (number < min || number > max))
      throw new Error(`${name} must be ${min} to ${max}`);
  };
  if (!idForm.test(id)) throw new Error('id must be a country code, an underscore and a short name');
  within('size.widthPx', size.widthPx, customLimits.sidePx);
  within('size.heightPx', size.heightPx, customLimits.sidePx);
  within('size.dpi', size.dpi, customLimits.dpi);
  within('size.widthPx / size.heightPx', size.widthPx / size.heightPx, customLimits.aspect);
  within('fileSize.minKb', fileSize.minKb, { min: 1, max: customLimits.kb.max });
  within('fileSize.maxKb', fileSize.maxKb, customLimits.kb);
  within('photoAgeMonths', rule.photoAgeMonths, { min: 1, max: 240 });
  within('copies', rule.copies, { min: 1, max: 100 });
  if (new Set(backgrounds).size < backgrounds.length) throw new Error('backgrounds has a colour twice');
  const texts = [names.en, names.zh, sentence.en, sentence.zh, source.title, source.url, conflict];
  if (texts.some((text) => text !== null && text.length > textLengthMax)) {
    throw new Error(`a text has more than ${textLengthMax} characters`);
  }
  if (source.url !== null && !/^https?:\/\//.test(source.url))
    throw new Error('source.url must begin with http');
  const { head, eyes, above, faceWidth } = headBandsOf(rule);
  for (const [name, band] of Object.entries({ head, eyesAboveBottom: eyes, above, faceWidth })) {
    if (band !== null && band.max > 1) throw new Error(`${name} is larger than the photo`);
  }
  return rule;
}
