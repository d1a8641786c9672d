/** Tasks of one image process, one after another: what a task may decode does not depend on the tasks before it. */

import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { ReportPage } from '../../../src/domain/documents/report-page.ts';
import { oneInch } from '../../../src/domain/goods/id-photo.ts';
import { runTask } from '../../../src/imaging/tasks/run-task.ts';
import type { AnyImageTask } from '../../../src/usecases/ports/image-work.ts';
import { redAndBlue, scratchFolder } from '../pictures.ts';

const settings = { colouriserFile: null, mattingNet: null, reportsMemory: false };
const run = (task: AnyImageTask) => runTask(task, settings, () => {});

const page: ReportPage = {
  ...{
    language: 'en',
    shop: 'Shop',
    title: 'Report',
    facts: [],
    marks: [],
    legend: [],
    columns: [],
    rows: [],
  },
  ...{ notes: [], checksumTitle: 'SHA-256' },
};

test('only uploads and icons may have another format than JPEG, and no task decodes SVG', async (t) => {
  const folder = scratchFolder(t);
  const [svg, png, targetFile] = ['photo.svg', 'photo.png', 'made.jpg'].map((name) => join(folder, name));
  assert.ok(svg !== undefined && png !== undefined && targetFile !== undefined);
  await writeFile(
    svg,
    '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900"><rect width="9"/></svg>',
  );
  await redAndBlue(900, 900).png().toFile(png);
  const check = { kind: 'check', idPhoto: null, withPreview: false } as const;
  const idPhoto = {
    kind: 'id_photo',
    targetFile,
    size: oneInch,
    background: 'white',
    isCorrected: false,
  } as const;
  for (const sourceFile of [svg, png]) {
    assert.deepEqual(await run({ ...check, sourceFile }), {
      ...{ kind: 'checked', refusal: 'undecodable', warnings: [], preview: null },
    });
    assert.deepEqual(await run({ ...idPhoto, sourceFile }), { kind: 'refused', refusal: 'undecodable' });
    await assert.rejects(run({ kind: 'measure', sourceFile }), /not a JPEG/);
  }
  const bounds = { pixelsMax: 1_000_000, sizeBytesMax: 1_000_000 };
  const upload = { kind: 'normalise', sourceFile: png, targetFile, ...bounds } as const;
  assert.equal((await run(upload)).kind, 'made');
});

test('a process that has decoded an upload makes a printed report', async (t) => {
  const folder = scratchFolder(t);
  const [sourceFile, photo, pdf] = [
    join(folder, 'upload'),
    join(folder, 'photo.jpg'),
    join(folder, 'report.pdf'),
  ];
  await redAndBlue(295, 413).png().toFile(sourceFile);
  const bounds = { pixelsMax: 1_000_000, sizeBytesMax: 1_000_000 };
  assert.equal((await run({ kind: 'normalise', sourceFile, targetFile: photo, ...bounds })).kind, 'made');
  const outcome = await run({ kind: 'report', sourceFile: photo, targetFile: pdf, page });
  assert.deepEqual(outcome, {
    ...{ kind: 'made', size: { widthPx: 295, heightPx: 413 } },
    contentType: 'application/pdf',
  });
});
