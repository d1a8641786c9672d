/** The texts, the photo and the page of the printed report, read from the PDF file as a PDF reader does. */

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { inflateSync } from 'node:zlib';
import { documentRules } from '../../../src/domain/documents/document-rules.ts';
import type { ReportPage } from '../../../src/domain/documents/report-page.ts';
import { makeReport } from '../../../src/imaging/tasks/make-report.ts';
import { redAndBlue } from '../pictures.ts';
import { temporaryFolder } from '../portraits.ts';

const row = {
  title: '头部高度',
  value: '30.3 mm',
  range: '25.5 mm – 35.2 mm',
  verdict: 'pass',
  verdictText: '合格',
} as const;
const page: ReportPage = {
  language: 'zh',
  shop: '光影证件照馆 Nováková',
  title: '照片检测报告',
  facts: [['订单号', '2026112300001']],
  marks: [{ name: 'eyes', at: 0.4, range: { min: 0.3, max: 0.5 } }],
  legend: ['眼睛'],
  columns: ['检测项目', '实测值', '允许范围', '结果'],
  rows: Array.from({ length: 30 }, () => row),
  notes: ['规则来源：https://example.org/a-long-address'],
  checksumTitle: '文件 SHA-256',
};

interface Objects {
  /** The dictionary and the stream of each PDF object, by the number of the object. */
  readonly all: ReadonlyMap<number, { readonly dictionary: string; readonly stream: Buffer }>;
  readonly find: (part: string) => { readonly dictionary: string; readonly stream: Buffer };
}

/** Reads the PDF objects at the offsets in the file's cross-reference table, as a PDF reader does. */
function objectsOf(pdf: Buffer): Objects {
  const text = pdf.toString('latin1');
  const table = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1]);
  assert.ok(text.startsWith('xref\n', table), 'the table is where the file says');
  const addresses = [...text.slice(table).matchAll(/^(\d{10}) 00000 n $/gm)].map(([, at]) => Number(at));
  const all = new Map(
    addresses.map((at, index) => {
      assert.ok(text.startsWith(`${index + 1} 0 obj\n`, at), `object ${index + 1} is at its address`);
      const begin = text.indexOf('stream\n', at);
      const end = text.indexOf('endobj', at);
      const dictionary = text.slice(at, begin === -1 || begin > end ? end : begin);
      const length = Number(/\/Length (\d+)/.exec(dictionary)?.[1] ?? 0);
      const stored = pdf.subarray(begin + 7, begin + 7 + length);
      return [
        index + 1,
        { dictionary, stream: dictionary.includes('FlateDecode') ? inflateSync(stored) : stored },
      ];
    }),
  );
  const find = (part: string) =>
    [...all.values()].find(({ dictionary }) => dictionary.includes(part)) ?? assert.fail(part);
  return { all, find };
}

/** @returns the texts of the page. The PDF contains glyph numbers and, for each font, a map from glyphs to characters. */
function textsOf({ all, find }: Objects): string[] {
  const at = (dictionary: string, name: string) => {
    const number = Number(new RegExp(`${name} (\\d+) 0 R`).exec(dictionary)?.[1]);
    return all.get(number) ?? assert.fail(name);
  };
  const page = find('/Type /Page ').dictionary;
  const charactersOf = (font: string) => {
    const map = at(at(page, `/${font}`).dictionary, '/ToUnicode').stream.toString('latin1');
    return new Map(
      [...map.matchAll(/^<([0-9a-f]{4})> <([0-9a-f]+)>$/gm)].map(([, glyph, code]) => [
        glyph,
        Buffer.from(String(code), 'hex').swap16().toString('utf16le'),
      ]),
    );
  };
  const fonts = new Map(
    [...page.matchAll(/\/(F\d) \d+ 0 R/g)].map(([, name = '']) => [name, charactersOf(name)]),
  );
  const content = at(page, '/Contents').stream.toString('latin1');
  return [...content.matchAll(/^BT (.*) ET$/gm)].map(([, line = '']) =>
    [...line.matchAll(/\/(F\d) \S+ Tf <([0-9a-f]*)> Tj/g)]
      .flatMap(([, font = '', glyphs = '']) =>
        (glyphs.match(/.{4}/g) ?? []).map((glyph) => fonts.get(font)?.get(glyph)),
      )
      .join(''),
  );
}

async function made(report: ReportPage) {
  await using folder = await temporaryFolder();
  const [sourceFile, targetFile] = [folder.file('photo.jpg'), folder.file('report.pdf')];
  await redAndBlue(295, 413).jpeg().toFile(sourceFile);
  const outcome = await makeReport({ kind: 'report', sourceFile, targetFile, page: report });
  assert.deepEqual(outcome, {
    ...{ kind: 'made', size: { widthPx: 295, heightPx: 413 } },
    contentType: 'application/pdf',
  });
  const [photo, pdf] = await Promise.all([readFile(sourceFile), readFile(targetFile)]);
  return { photo, objects: objectsOf(pdf), pdf };
}

describe('the printed report', () => {
  it('has one page of A4 with every text, and the checksum of the photo', async () => {
    const { photo, objects } = await made(page);
    assert.match(objects.find('/Type /Pages').dictionary, /\/Count 1\b/);
    assert.match(objects.find('/Type /Page ').dictionary, /\/MediaBox \[0 0 595.28 841.89\]/);
    const texts = textsOf(objects);
    const sha256 = createHash('sha256').update(photo).digest('hex');
    for (const text of [
      page.shop,
      page.title,
      ...page.facts.flat(),
      ...page.columns,
      ...page.notes,
      row.range,
      '合格',
    ]) {
      assert.ok(texts.includes(text), text);
    }
    assert.equal(texts.filter((text) => text === row.title).length, 30);
    assert.ok(texts.includes(`文件 SHA-256: ${sha256}`));
  });

  it('contains the unchanged bytes of the file of the photo', async () => {
    const { photo, objects } = await made(page);
    assert.ok(objects.find('/Subtype /Image').stream.equals(photo));
  });

  it('contains only the glyphs of the font that it draws, so that the file stays small', async () => {
    const { photo, pdf } = await made(page);
    assert.ok(pdf.length - photo.length < 60_000, String(pdf.length - photo.length));
  });

  it('keeps one page and shortens texts that are too long', async () => {
    const long = '很长的规则'.repeat(400);
    const { objects } = await made({ ...page, shop: long, notes: [long] });
    const texts = textsOf(objects);
    assert.ok(texts.every((text) => text.length < 100));
    assert.ok(texts.some((text) => text.endsWith('…')));
  });

  it('has letters for the text of every rule that comes with the service', async () => {
    const texts = documentRules.flatMap(({ names, sentence, source }) => [
      ...Object.values(names),
      ...Object.values(sentence),
      source.title,
    ]);
    const characters = [...new Set(texts.join('').replace(/[\s‘’“”]/g, ''))];
    const notes = Array.from({ length: Math.ceil(characters.length / 60) }, (_, index) =>
      characters.slice(60 * index, 60 * (index + 1)).join(''),
    );
    const drawn = textsOf((await made({ ...page, rows: [], notes })).objects).join('');
    assert.deepEqual(
      characters.filter((character) => !drawn.includes(character)),
      [],
    );
  });

  it('has the accented letters of all European languages and of Vietnamese, also as a letter and its accent', async () => {
    const shop = 'Łódź, Ağrı, Đà Nẵng, Žižkov, Αθήνα, Їжакевич, Fe\u0301camp';
    assert.ok(textsOf((await made({ ...page, shop })).objects).includes(shop.normalize()));
  });

  it('is made even if no font has a character of a text, which is then copied as unknown', async () => {
    const { objects } = await made({ ...page, shop: 'Studio 𠮷 🎞' });
    assert.equal(objects.find('/Type /Pages').dictionary.includes('/Count 1'), true);
    assert.ok(textsOf(objects).includes('Studio \ufffd \ufffd'));
  });
});
