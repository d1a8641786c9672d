/**
 * The content of the printed report of a document's photo: one page with the photo, the lines of the rule, and
 * where the rule comes from. `imaging/report/` draws the report.
 */

import type { Catalogues, Language } from '../language.ts';
import type { DocumentRule } from './document-rule.ts';
import type { ReportLine } from './judge-photo.ts';
import { lineTitles } from './line-titles.ts';
import type { PhotoMark } from './photo-marks.ts';
import { unmeasuredOf } from './unmeasured.ts';
import { valueText } from './value-text.ts';

/** `unmeasured`: the service does not measure what the row is about, so the customer checks it. */
export const reportVerdicts = ['pass', 'warn', 'fail', 'unmeasured'] as const;

export interface ReportRow {
  readonly title: string;
  readonly value: string;
  readonly range: string;
  readonly verdict: (typeof reportVerdicts)[number];
  readonly verdictText: string;
}

export interface ReportPage {
  readonly language: Language;
  readonly shop: string;
  readonly title: string;
  /** Facts about the order, each with its name and its value, for example the order number. */
  readonly facts: readonly (readonly [string, string])[];
  readonly marks: readonly PhotoMark[];
  /** What each mark means, in the order of `marks`. */
  readonly legend: readonly string[];
  /** The titles of the four columns. */
  readonly columns: readonly string[];
  readonly rows: readonly ReportRow[];
  /** The notes below the table: the rule as a sentence, its source, and an explanation of the measures. */
  readonly notes: readonly string[];
  /** The title before the checksum of the file. The checksum is computed when the page is drawn. */
  readonly checksumTitle: string;
}

export interface ReportedPhoto {
  readonly language: Language;
  readonly shopName: string;
  readonly orderNo: string;
  /** The day of the report, `YYYY-MM-DD`. */
  readonly day: string;
  readonly rule: DocumentRule;
  readonly lines: readonly ReportLine[];
  readonly marks: readonly PhotoMark[];
}

interface Texts {
  readonly title: string;
  readonly order: string;
  readonly document: string;
  readonly day: string;
  readonly result: string;
  readonly counts: (passed: number, all: number) => string;
  readonly columns: readonly [string, string, string, string];
  readonly verdicts: Readonly<Record<ReportRow['verdict'], string>>;
  readonly marks: Readonly<Record<PhotoMark['name'], string>>;
  readonly marked: (name: string) => string;
  readonly any: string;
  readonly notMeasurable: string;
  readonly notMeasured: string;
  readonly atMost: (value: string) => string;
  readonly atLeast: (value: string) => string;
  readonly rule: string;
  readonly source: (title: string, url: string, day: string) => string;
  readonly customary: (title: string, url: string, day: string) => string;
  readonly noSource: (title: string) => string;
  readonly measures: string;
  readonly checksum: string;
}

const catalogues: Catalogues<Texts> = {
  en: {
    title: 'Photo report',
    order: 'Order number',
    document: 'Document',
    day: 'Measured on',
    result: 'Result',
    counts: (passed, all) => `${passed} of ${all} checks passed`,
    columns: ['Check', 'Measured', 'Allowed', 'Result'],
    verdicts: {
      pass: 'Passed',
      warn: 'Could be better',
      fail: 'Does not meet the rule',
      unmeasured: 'Please check yourself',
    },
    marks: { hair: 'Top of the hair', crown: 'Crown without hair', eyes: 'Eyes', chin: 'Chin' },
    marked: (name) => `${name} (shaded: where the rule wants it)`,
    any: 'any',
    notMeasurable: 'not measurable',
    notMeasured: 'not measured',
    atMost: (value) => `at most ${value}`,
    atLeast: (value) => `at least ${value}`,
    rule: 'Rule: ',
    source: (title, url, day) => `Source of the rule: ${title}, ${url}, read on ${day}.`,
    customary: (title, url, day) =>
      `Source of the rule (customary, not the office’s own page): ${title}, ${url}, read on ${day}.`,
    noSource: (title) => `Source of the rule (customary): ${title}.`,
    measures:
      'The shop measured the finished file. The measures follow ISO/IEC 29794-5 but do not conform to it. The office decides whether it accepts a photo.',
    checksum: 'SHA-256 of the file',
  },
  zh: {
    title: '照片检测报告',
    order: '订单号',
    document: '证件',
    day: '检测日期',
    result: '结果',
    counts: (passed, all) => `${all} 项检测，${passed} 项合格`,
    columns: ['检测项目', '实测值', '允许范围', '结果'],
    verdicts: { pass: '合格', warn: '可以更好', fail: '不符合要求', unmeasured: '请自行核对' },
    marks: { hair: '头发顶端', crown: '头顶（不含头发）', eyes: '眼睛', chin: '下巴' },
    marked: (name) => `${name}（色带为要求的范围）`,
    any: '不限',
    notMeasurable: '无法测量',
    notMeasured: '未检测',
    atMost: (value) => `不超过 ${value}`,
    atLeast: (value) => `不低于 ${value}`,
    rule: '照片要求：',
    source: (title, url, day) => `规则来源：${title}，${url}，查阅日期 ${day}。`,
    customary: (title, url, day) => `规则来源（行业惯例，非官方页面）：${title}，${url}，查阅日期 ${day}。`,
    noSource: (title) => `规则来源（行业惯例）：${title}。`,
    measures:
      '以上数值由本店对成品文件实测得出，测量方法参照 ISO/IEC 29794-5，但不代表符合该标准。照片是否合格以受理机构审核为准。',
    checksum: '文件 SHA-256',
  },
};

export function reportPageOf(photo: ReportedPhoto): ReportPage {
  const { language, shopName, orderNo, day, rule, lines, marks } = photo;
  const t = catalogues[language];
  const passed = lines.filter(({ verdict }) => verdict === 'pass').length;
  return {
    language,
    shop: shopName,
    title: t.title,
    facts: [
      [t.document, `${rule.names[language]} (${rule.country})`],
      [t.order, orderNo],
      [t.day, day],
      [t.result, t.counts(passed, lines.length)],
    ],
    marks,
    legend: marks.map(({ name, range }) => (range === null ? t.marks[name] : t.marked(t.marks[name]))),
    columns: t.columns,
    rows: [...lines.map((line) => rowOf(line, language, t)), ...unmeasuredRows(rule, language, t)],
    notes: [`${t.rule}${rule.sentence[language]}`, sourceText(rule, t), t.measures],
    checksumTitle: t.checksum,
  };
}

function rowOf(line: ReportLine, language: Language, t: Texts): ReportRow {
  return {
    title: lineTitles[line.name][language],
    value: line.value === null ? t.notMeasurable : valueText(line.value, line.unit),
    range: rangeText(line, t),
    verdict: line.verdict,
    verdictText: t.verdicts[line.verdict],
  };
}

function unmeasuredRows(rule: DocumentRule, language: Language, t: Texts): ReportRow[] {
  return unmeasuredOf(rule).map(({ title, allowed }) => ({
    title: title[language],
    value: t.notMeasured,
    range: allowed[language],
    verdict: 'unmeasured',
    verdictText: t.verdicts.unmeasured,
  }));
}

function sourceText({ source: { standing, title, url, read } }: DocumentRule, t: Texts): string {
  if (url === null || read === null) return t.noSource(title);
  return standing === 'official' ? t.source(title, url, read) : t.customary(title, url, read);
}

function rangeText({ min, max, unit }: ReportLine, t: Texts): string {
  if (min === null && max === null) return t.any;
  if (min === null) return t.atMost(valueText(max ?? 0, unit));
  if (max === null) return t.atLeast(valueText(min, unit));
  return min === max ? valueText(min, unit) : `${valueText(min, unit)} – ${valueText(max, unit)}`;
}
