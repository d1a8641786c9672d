/** The labels of the fields of a document's rule, and the texts for their errors. */

import type { RuleFault } from '../../../src/domain/documents/rule-fault.ts';
import { words } from '../texts/words.ts';

const bands = ['head', 'eyesAboveBottom', 'above', 'faceWidth'] as const;

/**
 * @param path the path of the field in the rule, such as `size.widthPx`.
 * @returns null if the form has no such field.
 */
export function ruleFieldLabel(path: string): string | null {
  const t = words().t.documents;
  const labels: Readonly<Record<string, string>> = {
    id: t.id,
    country: t.country,
    'names.en': t.nameEn,
    'names.zh': t.nameZh,
    'size.widthMm': t.widthMm,
    'size.heightMm': t.heightMm,
    'size.widthPx': t.widthPx,
    'size.heightPx': t.heightPx,
    'size.dpi': t.dpi,
    'head.measured': t.headMeasured,
    backgrounds: t.backgrounds,
    refusedBackgrounds: t.refusedBackgrounds,
    alteration: t.alteration,
    'fileSize.minKb': t.minKb,
    'fileSize.maxKb': t.maxKb,
    photoAgeMonths: t.photoAgeMonths,
    copies: t.copies,
    glasses: t.glasses,
    'sentence.en': t.sentenceEn,
    'sentence.zh': t.sentenceZh,
    'source.standing': t.standing,
    'source.title': t.sourceTitle,
    'source.url': t.sourceUrl,
    'source.read': t.sourceRead,
    conflict: t.conflict,
    ...Object.fromEntries(
      bands.flatMap((band) => [
        [band, t[band]],
        [`${band}.unit`, t[band]],
        [`${band}.min`, t.bandPart(t[band], t.min)],
        [`${band}.max`, t.bandPart(t[band], t.max)],
      ]),
    ),
  };
  return Object.hasOwn(labels, path) ? (labels[path] ?? null) : null;
}

export function ruleFaultText({ field, problem, limits }: RuleFault): string {
  const { t } = words();
  return t.documents.faults[problem](ruleFieldLabel(field) ?? t.documents.rule, limits);
}
