/** The check before payment encodes and measures the photo that the order makes. */

import assert from 'node:assert/strict';
import { stat } from 'node:fs/promises';
import { it } from 'node:test';
import { studioHead } from '../../../src/domain/goods/id-photo.ts';
import { checkPhoto } from '../../../src/imaging/tasks/check-photo.ts';
import { makeIdPhoto } from '../../../src/imaging/tasks/make-id-photo.ts';
import { portrait, temporaryFolder } from '../portraits.ts';

it('the check examines a file that is as large as the ordered one, on a gradient, corrected and with a long label', async () => {
  await using folder = await temporaryFolder();
  const [sourceFile, targetFile] = [folder.file('source.jpg'), folder.file('target.jpg')];
  await portrait().linear(0.6).jpeg({ quality: 95 }).toFile(sourceFile);
  // A small photo, because its matte takes little time.
  const size = { widthPx: 120, heightPx: 168, dpi: 300, ...studioHead };
  const made = { background: '#ffffff-#204060', isCorrected: true, sourceType: null } as const;
  const labelled = { ...made, aigc: { producer: 'x'.repeat(2_000), produceId: '1' } };
  const order = { kind: 'id_photo', sourceFile, targetFile, size, ...labelled } as const;
  assert.equal((await makeIdPhoto(order, () => {})).kind, 'made');
  const check = { kind: 'check', sourceFile, idPhoto: size, withPreview: false, withMeasures: true } as const;
  const { measures } = await checkPhoto({ ...check, ...labelled });
  const [checked, delivered] = [measures?.bytes ?? 0, (await stat(targetFile)).size];
  assert.ok(Math.abs(checked - delivered) < 0.05 * delivered, `${checked} instead of ${delivered} bytes`);
});
