/** Parses the content of a printed report in a message to an image process. */

import { markNames, type PhotoMark } from '../../domain/documents/photo-marks.ts';
import { type ReportPage, type ReportRow, reportVerdicts } from '../../domain/documents/report-page.ts';
import { languages } from '../../domain/language.ts';
import { type Fields, fieldsOf, list, malformed, number, oneOf, text } from './message-fields.ts';

export function parseReportPage(page: Fields): ReportPage {
  return {
    language: oneOf(languages, page, 'language'),
    shop: text(page, 'shop'),
    title: text(page, 'title'),
    facts: list(page, 'facts').map((fact) => parseFact(fact)),
    marks: list(page, 'marks').map((mark) => parseMark(fieldsOf(mark))),
    legend: list(page, 'legend').map((entry) => words(entry, 'legend')),
    columns: list(page, 'columns').map((column) => words(column, 'columns')),
    rows: list(page, 'rows').map((row) => parseRow(fieldsOf(row))),
    notes: list(page, 'notes').map((note) => words(note, 'notes')),
    checksumTitle: text(page, 'checksumTitle'),
  };
}

function parseFact(fact: unknown): readonly [string, string] {
  const [name, value] = Array.isArray(fact) ? fact : [];
  return [words(name, 'facts'), words(value, 'facts')];
}

function parseMark(mark: Fields): PhotoMark {
  const range = mark.range === null ? null : fieldsOf(mark.range);
  return {
    name: oneOf(markNames, mark, 'name'),
    at: number(mark, 'at'),
    range: range === null ? null : { min: number(range, 'min'), max: number(range, 'max') },
  };
}

function parseRow(row: Fields): ReportRow {
  return {
    title: text(row, 'title'),
    value: text(row, 'value'),
    range: text(row, 'range'),
    verdict: oneOf(reportVerdicts, row, 'verdict'),
    verdictText: text(row, 'verdictText'),
  };
}

/** Parses a text that may be empty. */
function words(value: unknown, name: string): string {
  if (typeof value !== 'string') throw malformed(name);
  return value;
}
