/** The lines of a photo report on the wire. */

import { Type } from 'typebox';
import type { Bilingual } from '../../domain/documents/document-rule.ts';
import { type ReportLine, ruleLineNames } from '../../domain/documents/judge-photo.ts';
import { lineTitles } from '../../domain/documents/line-titles.ts';
import { mendingSentences } from '../../domain/documents/mending.ts';
import { markNames, type PhotoMark } from '../../domain/documents/photo-marks.ts';
import { qualityLineNames } from '../../domain/documents/quality-limits.ts';
import { type Unmeasured, unmeasuredNames } from '../../domain/documents/unmeasured.ts';

const numberOrNull = (description: string) =>
  Type.Unsafe<number | null>({ type: ['number', 'null'], description });

const bilingual = { en: Type.String(), zh: Type.String() };

const lineSchema = Type.Object({
  name: Type.Enum([...ruleLineNames, ...qualityLineNames]),
  title: Type.Object(bilingual, { description: 'The title of the line, for customers.' }),
  value: numberOrNull('The measured value; null if it cannot be measured.'),
  min: numberOrNull('The smallest allowed value.'),
  max: numberOrNull('The largest allowed value.'),
  unit: Type.Enum(['px', 'dpi', 'kB', 'mm', 'share', 'level', 'bits', 'degrees', 'ratio']),
  verdict: Type.Enum(['pass', 'warn', 'fail']),
  mend: Type.Unsafe<Bilingual | null>({
    ...Type.Object(bilingual),
    type: ['object', 'null'],
    description: 'What the customer can do, in a sentence; null if the line passes.',
  }),
});

export const reportSchema = Type.Array(lineSchema, {
  description:
    'Each line of the document’s rule: the value, the allowed range and the verdict. The measures follow ISO/IEC 29794-5 but do not conform to it.',
});

export const reportOrNull = Type.Unsafe<readonly object[] | null>({
  ...reportSchema,
  type: ['array', 'null'],
  description:
    'With `document`: each line of its rule for the photo that would be made; null otherwise, and for a photo that is refused earlier.',
});

export function lineToWire({ name, value, min, max, unit, verdict }: ReportLine) {
  const mend = verdict === 'pass' ? null : mendingSentences[name];
  return { name, title: lineTitles[name], value, min, max, unit, verdict, mend };
}

export const unmeasuredSchema = Type.Array(
  Type.Object({
    name: Type.Enum([...unmeasuredNames]),
    title: Type.Object(bilingual, { description: 'The title of the requirement, for customers.' }),
    text: Type.Object(bilingual, { description: 'What the customer checks, in a sentence.' }),
  }),
  {
    description:
      'What the document’s rule asks for and the service does not measure, such as the age of the photo and glasses. The customer checks it. Empty if the rule states nothing of this.',
  },
);

export function unmeasuredToWire({ name, title, text }: Unmeasured) {
  return { name, title, text };
}

export const marksSchema = Type.Array(
  Type.Object({
    name: Type.Enum([...markNames]),
    at: Type.Number({ description: 'The measured position.' }),
    min: numberOrNull('Where the range that the rule allows begins; null if the rule states nothing.'),
    max: numberOrNull('Where it ends.'),
  }),
  {
    description:
      'Lines to draw on the photo: top of the hair, crown, eyes and chin, as shares of the height, counted from the upper edge. Empty without a face.',
  },
);

export function markToWire({ name, at, range }: PhotoMark) {
  return { name, at, min: range?.min ?? null, max: range?.max ?? null };
}
