import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { it } from 'node:test';
import { requirePictureFault } from '../../../src/imaging/codecs/machine-failure.ts';
import { temporaryFolder } from '../portraits.ts';

for (const [code, text] of [
  ['ENOMEM', 'vips_tracked: out of memory -- size == 360MB'],
  ['ENOMEM', 'VipsJpeg: Insufficient memory (case 4)'],
  ['ENOMEM', 'mmap: Cannot allocate memory'],
  ['ENOSPC', 'write error: No space left on device'],
] as const) {
  it(`the error “${text}” is a failure of the machine with the code ${code}`, async () => {
    await using folder = await temporaryFolder();
    const file = folder.file('photo.jpg');
    await writeFile(file, 'a photo');
    await assert.rejects(requirePictureFault(new Error(text), file), { code });
  });
}

it('an error about the picture is no failure of the machine, unless the file cannot be read', async () => {
  await using folder = await temporaryFolder();
  const file = folder.file('photo.jpg');
  const error = new Error('VipsJpeg: premature end of JPEG image');
  await assert.rejects(requirePictureFault(error, file), { code: 'ENOENT' });
  await writeFile(file, 'a photo');
  await requirePictureFault(error, file);
});
