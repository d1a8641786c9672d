import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { createCustomer } from '../e2e/customer.ts';
import { httpClient } from '../support/http-client.ts';
import { samplePhotos } from '../support/sample-photos.ts';
import { freePort, temporaryDataDir } from '../support/service-process.ts';
import { type Release, storeSource, unpackSource } from './released-source.ts';
import { buyIdPhoto } from './rolling-upgrade.ts';
import { startVersionProcess } from './version-process.ts';

function releaseOfThisVersion(t: TestContext, change: (nets: Release['nets']) => Release['nets']): string {
  const folder = mkdtempSync(join(tmpdir(), 'photokiosk-release-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const nets = change(storeSource(folder));
  const release: Release = { version: '9.9.9', commit: 'none', nets };
  writeFileSync(join(folder, 'release.json'), JSON.stringify(release));
  return folder;
}

test('the stored source of this version has all that a process needs to sell an ID photo', async (t) => {
  const folder = unpackSource(releaseOfThisVersion(t, (nets) => nets));
  const { dataDir, remove } = temporaryDataDir();
  const port = await freePort();
  const env = { DATA_DIR: dataDir, ADMIN_PASSWORD: 'a password of the tests' };
  const service = await startVersionProcess({ folder, role: 'all', port, env });
  t.after(async () => {
    await service.stop();
    await remove();
  });
  const { portrait } = await samplePhotos();
  await buyIdPhoto(createCustomer(httpClient(`http://127.0.0.1:${port}`)), portrait);
});

test('a net that has changed since a release is taken from the folder of the release', (t) => {
  // The SHA-256 of an empty file.
  const sha256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
  const release = releaseOfThisVersion(t, () => ({ 'matting.onnx': sha256 }));
  assert.throws(() => unpackSource(release), /models\/matting\.onnx has changed since version 9\.9\.9/);
  mkdirSync(join(release, 'models'));
  writeFileSync(join(release, 'models/matting.onnx'), '');
  const folder = unpackSource(release);
  assert.equal(readFileSync(join(folder, 'models/matting.onnx'), 'utf8'), '');
});
