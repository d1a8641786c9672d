/**
 * Makes the printed report of a finished photo: a PDF of one page that contains the file of the photo unchanged, and
 * its checksum.
 */

import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import type { ReportPage } from '../../domain/documents/report-page.ts';
import { languageTag } from '../../domain/language.ts';
import type { ImageOutcome, ReportTask } from '../../usecases/ports/image-work.ts';
import { openPicture } from '../codecs/image-library.ts';
import { refused } from '../refused.ts';
import { drawReport, pageSize, photoName } from '../report/draw-report.ts';
import { createCanvas, opacities } from '../report/page-canvas.ts';
import { createPdf, type PdfFile, pdfText, ref } from '../report/pdf-file.ts';
import { type PdfFont, pdfFont } from '../report/pdf-font.ts';
import { reportFonts } from '../report/report-fonts.ts';
import { openFont } from '../report/true-type-font.ts';

/** Noto Sans has the letters that Noto Sans SC lacks: most accents, Greek with accents, Cyrillic beyond Russian. */
const fontFiles = [
  ['NotoSansSC', new URL('../report/noto-sans-sc.woff', import.meta.url)],
  ['NotoSans', new URL('../report/noto-sans.woff', import.meta.url)],
] as const;

export async function makeReport({ sourceFile, targetFile, page }: ReportTask): Promise<ImageOutcome> {
  const jpeg = await readFile(sourceFile);
  const { format, width, height, channels } = await openPicture(jpeg).metadata();
  if (format !== 'jpeg' || channels !== 3) return refused('undecodable');
  const fonts = reportFonts(await readFonts(), page.language);
  const canvas = createCanvas(pageSize.height, fonts);
  const sha256 = createHash('sha256').update(jpeg).digest('hex');
  drawReport({ canvas, fonts, page }, { width, height, sha256 });

  const pdf = createPdf();
  const photo = pdf.addStream(
    jpeg,
    `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode`,
  );
  const states = Object.entries(opacities).map(([name, alpha]) => `/${name} << /ca ${alpha} >>`);
  const resources = `<< /Font ${fonts.write(pdf)} /XObject << /${photoName} ${ref(photo)} >> /ExtGState << ${states.join(' ')} >> >>`;
  await writeFile(targetFile, withPage(pdf, canvas.content(), resources, page));
  return { kind: 'made', size: { widthPx: width, heightPx: height }, contentType: 'application/pdf' };
}

async function readFonts(): Promise<[PdfFont, PdfFont]> {
  const [chinese, latin] = fontFiles;
  const read = async ([name, file]: (typeof fontFiles)[number]) =>
    pdfFont(openFont(await readFile(file)), name);
  return [await read(chinese), await read(latin)];
}

function withPage(pdf: PdfFile, content: Buffer, resources: string, page: ReportPage): Buffer {
  const pages = pdf.reserve();
  const box = `[0 0 ${pageSize.width} ${pageSize.height}]`;
  const only = pdf.add(
    `<< /Type /Page /Parent ${ref(pages)} /MediaBox ${box} /Resources ${resources} /Contents ${ref(pdf.addStream(content))} >>`,
  );
  pdf.put(pages, `<< /Type /Pages /Kids [${ref(only)}] /Count 1 >>`);
  const root = pdf.add(
    `<< /Type /Catalog /Pages ${ref(pages)} /Lang (${languageTag(page.language)}) /ViewerPreferences << /DisplayDocTitle true >> >>`,
  );
  return pdf.bytes(root, pdf.add(`<< /Title ${pdfText(page.title)} /Author ${pdfText(page.shop)} >>`));
}
