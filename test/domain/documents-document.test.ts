/** Generates `docs/documents.md` from the rules of the documents, and checks that the committed page is current. */

import { test } from 'node:test';
import type { DocumentRule, LengthBand } from '../../src/domain/documents/document-rule.ts';
import { documentRules } from '../../src/domain/documents/document-rules.ts';
import { assertCommitted, markdownTable } from './committed-document.ts';

const units = { mm: ' mm', px: ' px', percent: ' %' } as const;

function range(band: LengthBand | null): string {
  return band === null ? '' : `${band.min}–${band.max}${units[band.unit]}`;
}

function fileSize({ minKb, maxKb }: DocumentRule['fileSize']): string {
  if (minKb === null) return maxKb === null ? '' : `at most ${maxKb} kB`;
  return maxKb === null ? `at least ${minKb} kB` : `${minKb}–${maxKb} kB`;
}

function source({ source: { standing, title, url, read } }: DocumentRule): string {
  const linked = url === null ? title : `[${title}](${url}), read ${read}`;
  return `${standing}: ${linked}`;
}

function row(rule: DocumentRule): string[] {
  const { widthMm, heightMm, widthPx, heightPx, dpi } = rule.size;
  const head =
    rule.head === null
      ? ''
      : `${range(rule.head)} ${rule.head.measured === 'hair_to_chin' ? 'with hair' : 'without hair'}`;
  const background = rule.backgrounds.join(', ').replaceAll('_', ' ');
  return [
    `\`${rule.id}\``,
    `${rule.names.en}; ${rule.names.zh}`,
    `${widthMm} × ${heightMm} mm, ${widthPx} × ${heightPx} px, ${dpi} dpi`,
    head,
    range(rule.eyesAboveBottom),
    range(rule.above),
    range(rule.faceWidth),
    rule.alteration === 'forbidden' ? `as photographed: ${background}` : background,
    fileSize(rule.fileSize),
    rule.photoAgeMonths === null ? '' : `${rule.photoAgeMonths} months`,
    source(rule),
  ];
}

const head = [
  'document',
  'name',
  'size',
  'head',
  'eyes above the lower edge',
  'above the hair',
  'width of the face',
  'background',
  'file',
  'age',
  'source',
];

test('docs/documents.md lists exactly the rules of the service', () => {
  const countries = [...new Set(documentRules.map(({ country }) => country))];
  const official = documentRules.filter(({ source: { standing } }) => standing === 'official').length;
  const tables = countries.map((country) => {
    const rules = documentRules.filter((rule) => rule.country === country);
    const conflicts = rules.flatMap(({ id, conflict }) =>
      conflict === null ? [] : [`- \`${id}\`: ${conflict}`],
    );
    const notes = conflicts.length === 0 ? '' : `\n\nWhere sources differ:\n\n${conflicts.join('\n')}`;
    return `## ${country}\n\n${markdownTable(head, rules.map(row))}${notes}\n`;
  });
  const text = [
    '# Documents\n',
    `${documentRules.length} documents of ${countries.length} countries and regions. ${official} rules are official: the office’s own page was read on the day in the table. The other rules are customary: they come from other websites that quote the office, or from the practice of photo studios. Before you sell such a document, compare its rule with what the office says. On the page Documents of the console you can correct a rule or take a document off sale; this page has the rules as they are shipped. The service is not certified by any office.\n`,
    'The head reaches from the chin to the top of the hair (“with hair”) or to the crown (“without hair”). “Above the hair” is the distance from the hair to the upper edge of the photo. Percentages are shares of the height of the photo. “Age” is how old the photo may be.\n',
    'In the column “background”, “as photographed” means that the service only levels, crops and scales the photo, because the office refuses altered photos: the customer must stand in front of a wall of one of the colours that the column names. Offices count a kilobyte as 1000 or as 1024 bytes: the service makes a file whose size is within the limits of the column “file” by both counts.\n',
    '`test/domain/documents-document.test.ts` generates this page from `src/domain/documents/rules/` if `UPDATE_SNAPSHOTS=1` is set. If it is not set, the test fails when the page is out of date.\n',
    ...tables,
  ].join('\n');
  assertCommitted('documents.md', text);
});
