/**
 * Draws the report of a document's photo on one A4 page: the photo with the lines of the rule, the facts about the
 * order, a row for each check, and the source of the rule.
 */

import type { ReportPage, ReportRow } from '../../domain/documents/report-page.ts';
import type { Box, Ink, PageCanvas, TextStyle } from './page-canvas.ts';
import type { ReportFonts } from './report-fonts.ts';
import { shortened, wrapText } from './wrap-text.ts';

/** A4 in points of 1/72 inch. */
export const pageSize = { width: 595.28, height: 841.89 } as const;
/** The name of the photo in the resources of the page. */
export const photoName = 'Photo';

const margin = 42;
const width = pageSize.width - 2 * margin;
const photoMax = { width: 170, height: 190 } as const;
const gap = 14;
const rowMax = 14;
/** The widths of the columns, as shares of the page's width. */
const columnShares = [0.36, 0.18, 0.24, 0.22] as const;
const noteLinesMax = 4;

const black: Ink = [0.1, 0.11, 0.13];
const grey: Ink = [0.4, 0.42, 0.46];
const pale: Ink = [0.93, 0.94, 0.95];
const verdictInks: Readonly<Record<ReportRow['verdict'], Ink>> = {
  pass: [0.04, 0.43, 0.37],
  warn: [0.63, 0.36, 0],
  fail: [0.73, 0.11, 0.11],
  unmeasured: [0.11, 0.31, 0.85],
};
/** The colours of the marks, as on the shop's page with a light background. */
const markInks: Readonly<Record<ReportPage['marks'][number]['name'], Ink>> = {
  hair: [0.76, 0.25, 0.05],
  crown: [0.64, 0.11, 0.69],
  eyes: [0.11, 0.31, 0.85],
  chin: [0.04, 0.43, 0.37],
};
const white: Ink = [1, 1, 1];

const titleStyle: TextStyle = { sizePt: 20, ink: black };
const quiet: TextStyle = { sizePt: 8, ink: grey };
const note: TextStyle = { sizePt: 7.5, ink: grey };
const fact: TextStyle = { sizePt: 11, ink: black };

export interface ReportPhoto {
  readonly width: number;
  readonly height: number;
  readonly sha256: string;
}

interface Drawing {
  readonly canvas: PageCanvas;
  readonly fonts: ReportFonts;
  readonly page: ReportPage;
}

export function drawReport(drawing: Drawing, photo: ReportPhoto): void {
  const { canvas, fonts, page } = drawing;
  const shop = { sizePt: 10, ink: grey };
  canvas.text(oneLine(fonts, page.shop, shop.sizePt, width), { left: margin, top: margin }, shop);
  canvas.text(page.title, { left: margin, top: margin + 14 }, titleStyle);
  const top = margin + 50;
  const scale = Math.min(photoMax.width / photo.width, photoMax.height / photo.height);
  const box = { left: margin, top, width: scale * photo.width, height: scale * photo.height };
  drawPhoto(drawing, box);
  const right = margin + photoMax.width + 24;
  drawFacts(drawing, { left: right, top, width: pageSize.width - margin - right, height: photoMax.height });
  const notes = noteLines(drawing, photo.sha256);
  const noteTop = pageSize.height - margin - notes.length * lineHeight(note);
  notes.forEach((line, index) => {
    canvas.text(line, { left: margin, top: noteTop + index * lineHeight(note) }, note);
  });
  const tableTop = top + photoMax.height + gap;
  drawTable(drawing, { left: margin, top: tableTop, width, height: noteTop - gap - tableTop });
}

const lineHeight = ({ sizePt }: TextStyle) => 1.4 * sizePt;

function oneLine(fonts: ReportFonts, text: string, sizePt: number, widthPt: number): string {
  return shortened(text, (line) => sizePt * fonts.widthOf(line) <= widthPt);
}

function drawPhoto({ canvas, page }: Drawing, box: Box): void {
  const frame = 0.75;
  const { left, top, height } = box;
  canvas.fill(
    { left: left - frame, top: top - frame, width: box.width + 2 * frame, height: height + 2 * frame },
    grey,
  );
  canvas.picture(photoName, box);
  canvas.clipped(box, () => {
    for (const { name, at, range } of page.marks) {
      const across = { left, width: box.width };
      const ink = markInks[name];
      if (range !== null) {
        const band = { top: top + height * range.min, height: height * (range.max - range.min) };
        canvas.fill({ ...across, ...band }, ink, 'band');
      }
      // A white edge makes the line visible in front of dark hair.
      const y = top + height * at;
      canvas.fill({ ...across, top: y - 1.2, height: 2.4 }, white);
      canvas.fill({ ...across, top: y - 0.6, height: 1.2 }, ink);
    }
  });
}

function drawFacts({ canvas, fonts, page }: Drawing, box: Box): void {
  const { left } = box;
  let { top } = box;
  for (const [name, value] of page.facts) {
    canvas.text(name, { left, top }, quiet);
    const lines = wrapText(value, { fonts, sizePt: fact.sizePt, widthPt: box.width, linesMax: 2 });
    lines.forEach((line, index) => {
      canvas.text(line, { left, top: top + 11 + index * lineHeight(fact) }, fact);
    });
    top += 18 + lines.length * lineHeight(fact);
  }
  top += 2;
  for (const [index, text] of page.legend.entries()) {
    const mark = page.marks[index];
    if (mark !== undefined) canvas.fill({ left, top: top + 3, width: 14, height: 1.6 }, markInks[mark.name]);
    canvas.text(oneLine(fonts, text, quiet.sizePt, box.width - 20), { left: left + 20, top }, quiet);
    top += lineHeight(quiet) + 2;
  }
}

function drawTable({ canvas, fonts, page }: Drawing, box: Box): void {
  const rowHeight = Math.min(rowMax, box.height / (page.rows.length + 1));
  const sizePt = 0.62 * rowHeight;
  const lefts = columnShares.map((_, index) =>
    columnShares.slice(0, index).reduce((sum, share) => sum + share * box.width, box.left + 4),
  );
  const drawRow = (cells: readonly string[], top: number, ink: Ink, lastInk: Ink) => {
    cells.forEach((cell, index) => {
      const widthPt = (columnShares[index] ?? 0) * box.width - 8;
      const at = { left: lefts[index] ?? box.left, top: top + (rowHeight - sizePt) / 2 };
      canvas.text(oneLine(fonts, cell, sizePt, widthPt), at, { sizePt, ink: index === 3 ? lastInk : ink });
    });
  };
  drawRow(page.columns, box.top, grey, grey);
  page.rows.forEach(({ title, value, range, verdict, verdictText }, index) => {
    const top = box.top + (index + 1) * rowHeight;
    if (index % 2 === 0) canvas.fill({ ...box, top, height: rowHeight }, pale);
    drawRow([title, value, range, verdictText], top, black, verdictInks[verdict]);
  });
}

function noteLines({ fonts, page }: Drawing, sha256: string): string[] {
  const notes = [...page.notes, `${page.checksumTitle}: ${sha256}`];
  return notes.flatMap((text) =>
    wrapText(text, { fonts, sizePt: note.sizePt, widthPt: width, linesMax: noteLinesMax }),
  );
}
