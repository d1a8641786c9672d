/** The lines of a photo report on the wire. */

import { Type } from 'typebox';
import { type ReportLine, ruleLineNames } from '../../domain/documents/judge-photo.ts';
import { mendingSentences } from '../../domain/documents/mending.ts';
import { qualityLineNames } from '../../domain/documents/quality-limits.ts';

const numberOrNull = (description: string) =>
  Type.Unsafe<number | null>({ type: ['number', 'null'], description });

const lineSchema = Type.Object({
  name: Type.Enum([...ruleLineNames, ...qualityLineNames]),
  value: numberOrNull('The measured value; null if it cannot be measured.'),
  min: numberOrNull('The smallest allowed value.'),
  max: numberOrNull('The largest allowed value.'),
  unit: Type.Enum(['px', 'dpi', 'kB', 'mm', 'share', 'level', 'bits', 'degrees', 'ratio']),
  verdict: Type.Enum(['pass', 'warn', 'fail']),
  mend: Type.Unsafe<string | null>({
    type: ['string', 'null'],
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
  return { name, value, min, max, unit, verdict, mend };
}
