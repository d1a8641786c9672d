import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { it } from 'node:test';
import { openedOnce } from '../../../src/imaging/nets/opened-once.ts';
import { colourNetOf } from '../../../src/imaging/tasks/colourise-photo.ts';
import { mattingNetOf } from '../../../src/imaging/tasks/make-id-photo.ts';
import { temporaryFolder } from '../portraits.ts';

it('a net is opened once, also by calls at the same time, and a net that could not be opened is opened again', async () => {
  const opened: string[] = [];
  const open = openedOnce(async (name: string) => {
    opened.push(name);
    if (opened.length === 1) throw Object.assign(new Error('too many open files'), { code: 'EMFILE' });
    return { name };
  });
  await assert.rejects(open('a'), { code: 'EMFILE' });
  const [one, other] = await Promise.all([open('a'), open('a')]);
  assert.equal(one, other);
  assert.equal(await open('a'), one);
  assert.deepEqual(opened, ['a', 'a']);
  assert.notEqual(await open('b'), one);
});

for (const [what, openNet] of [
  ['colouring', (file: string) => colourNetOf(file)],
  ['matting', (file: string) => mattingNetOf({ file, kind: 'modnet' })],
] as const) {
  it(`an operator’s ${what} net whose file could not be read is read again by the next task`, async () => {
    await using folder = await temporaryFolder();
    const file = folder.file('net.onnx');
    await assert.rejects(openNet(file), { code: 'ENOENT' });
    await writeFile(file, 'not a net');
    // The second error is about the content of the file.
    await assert.rejects(openNet(file), (error: Error) => !('code' in error && error.code === 'ENOENT'));
  });
}
