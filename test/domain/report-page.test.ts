import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentRules } from '../../src/domain/documents/document-rules.ts';
import type { ReportLine } from '../../src/domain/documents/judge-photo.ts';
import { reportPageOf } from '../../src/domain/documents/report-page.ts';
import type { Language } from '../../src/domain/language.ts';

const rule = documentRules.find(({ id }) => id === 'us_visa') ?? assert.fail('no US visa');
const lines: readonly ReportLine[] = [
  { name: 'head', value: 30.34, min: 25.5, max: 35.2, unit: 'mm', verdict: 'pass' },
  { name: 'file_size', value: 301.2, min: null, max: 240, unit: 'kB', verdict: 'fail' },
  { name: 'eyes_visible', value: 0.254, min: 0.3, max: null, unit: 'share', verdict: 'warn' },
  { name: 'yaw', value: -3.72, min: -20, max: 20, unit: 'degrees', verdict: 'pass' },
  { name: 'sharpness', value: null, min: 0.003, max: null, unit: 'ratio', verdict: 'pass' },
];

function page(language: Language) {
  const marks = [
    { name: 'hair', at: 0.1, range: { min: 0, max: 0.2 } },
    { name: 'chin', at: 0.7, range: null },
  ] as const;
  return reportPageOf({ language, shopName: '光影', orderNo: 'A1', day: '2026-11-23', rule, lines, marks });
}

test('a printed report has a row with value, range and verdict for each line, in the units of the rule', () => {
  assert.deepEqual(
    page('en').rows.map(({ title, value, range, verdictText }) => [title, value, range, verdictText]),
    [
      ['Height of the head', '30.3 mm', '25.5 mm – 35.2 mm', 'Passed'],
      ['File size', '301.2 kB', 'at most 240 kB', 'Does not meet the rule'],
      ['Eyes visible', '25.4 %', 'at least 30 %', 'Could be better'],
      ['Head turned sideways', '−3.7°', '−20° – 20°', 'Passed'],
      ['Sharpness', 'not measurable', 'at least 0.003', 'Passed'],
      ['Age of the photo', 'not measured', 'at most 6 months', 'Please check yourself'],
      ['Glasses', 'not measured', 'not allowed', 'Please check yourself'],
    ],
  );
  assert.deepEqual(page('zh').rows[1]?.range, '不超过 240 kB');
});

test('a printed report asks the customer to check what the rule states about age and glasses, and counts neither as a check', () => {
  const rows = (own: Partial<typeof rule>) =>
    reportPageOf({
      ...{ language: 'zh', shopName: 'S', orderNo: 'A1', day: '2026-11-23', lines, marks: [] },
      rule: { ...rule, ...own },
    }).rows.slice(lines.length);
  const row = { value: '未检测', verdict: 'unmeasured', verdictText: '请自行核对' } as const;
  assert.deepEqual(rows({ photoAgeMonths: 1, glasses: 'clear_lenses' }), [
    { title: '拍摄时间', range: '1 个月内', ...row },
    { title: '眼镜', range: '限透明镜片', ...row },
  ]);
  assert.deepEqual(rows({ photoAgeMonths: null, glasses: 'unstated' }), []);
});

test('a printed report names order, document, day, result, and the source of the rule with the day it was read', () => {
  const { facts, notes, legend } = page('zh');
  assert.deepEqual(facts, [
    ['证件', '美国签证 (US)'],
    ['订单号', 'A1'],
    ['检测日期', '2026-11-23'],
    ['结果', '5 项检测，3 项合格'],
  ]);
  assert.deepEqual(legend, ['头发顶端（色带为要求的范围）', '下巴']);
  assert.ok(
    notes.some((note) => note.includes(String(rule.source.url)) && note.includes(String(rule.source.read))),
  );
  assert.ok(notes.some((note) => note.includes(rule.sentence.zh)));
});

test('a rule that is not from the office’s own page is called customary', () => {
  const customary = {
    ...rule,
    source: { standing: 'customary', title: 'T', url: null, read: null },
  } as const;
  const { notes } = reportPageOf({
    ...{ language: 'en', shopName: 'S', orderNo: 'A1', day: '2026-11-23' },
    ...{ rule: customary, lines, marks: [] },
  });
  assert.ok(notes.includes('Source of the rule (customary): T.'));
});
