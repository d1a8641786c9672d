import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chownSync, existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type ImageJail, openImageJail } from '../../../src/imaging/process/image-jail.ts';
import type { ImageProtection, ImageProtections } from '../../../src/usecases/ports/image-protections.ts';
import { scratchFolder } from '../pictures.ts';
import type { AttackReport } from './attacking-process.ts';

const isRoot = process.getuid?.() === 0;
const isLinux = process.platform === 'linux';
const ordinaryUser = { uid: 4321, gid: 4321 };

interface Reports {
  readonly protections: ImageProtections;
  readonly open: AttackReport;
  readonly bySystem: AttackReport;
  readonly shutIn: AttackReport;
}

async function attackService(t: TestContext, user?: typeof ordinaryUser): Promise<Reports> {
  const folder = scratchFolder(t);
  if (user !== undefined) chownSync(folder, user.uid, user.gid);
  const entry = fileURLToPath(new URL('./attacked-service.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [entry, folder], {
    ...user,
    env: { SECRET_KEY: 'for the service only' },
  });
  return JSON.parse(stdout) as Reports;
}

/**
 * Skips the test if this system lacks a protection that the test needs. In CI the test fails instead, because every
 * protection must be available there.
 */
function requireProtections(
  t: TestContext,
  { active, reason }: ImageProtections,
  wanted: readonly ImageProtection[],
) {
  const missing = wanted.filter((name) => !active.includes(name));
  if (missing.length === 0) return true;
  assert.ok(process.env.CI === undefined, `missing ${missing.join(', ')}: ${reason}`);
  t.skip(`this system does not offer ${missing.join(', ')}: ${reason}`);
  return false;
}

test('JavaScript in an image process reads no key, starts no program and changes no code', async (t) => {
  const { open, shutIn, protections } = await attackService(t);
  assert.ok(open.readKey && open.startProgram && open.connect, 'the attack works without protections');
  assert.ok(protections.active.includes('permission_model'));
  const { readKey, readServiceEnvironment, startProgram, changeCode } = shutIn;
  assert.deepEqual(
    { readKey, readServiceEnvironment, startProgram, changeCode },
    { readKey: false, readServiceEnvironment: false, startProgram: false, changeCode: false },
  );
});

const nothing: Omit<AttackReport, 'userId' | 'startProgram' | 'listScratch'> = {
  readKey: false,
  readServiceEnvironment: false,
  readKeyThroughService: false,
  changeCode: false,
  connect: false,
  connectToSocketFile: false,
  mayGainPrivileges: false,
  hasCapabilities: false,
};

test('native code in an image process of a service that runs as root reads no key, connects to nothing and runs as another user', {
  skip: !isLinux || !isRoot,
}, async (t) => {
  const { bySystem, protections } = await attackService(t);
  const wanted = ['own_user', 'no_new_privileges', 'no_network', 'private_files'] as const;
  if (!requireProtections(t, protections, wanted)) return;
  const { userId, startProgram: _, listScratch, ...reached } = bySystem;
  assert.deepEqual(reached, nothing);
  assert.equal(userId, 65_534);
  assert.equal(listScratch, false, 'the process cannot list the names of other files');
});

test('native code in an image process of a service that runs as an ordinary user reads no key and connects to nothing', {
  skip: !isLinux,
}, async (t) => {
  const { bySystem, protections } = await attackService(t, isRoot ? ordinaryUser : undefined);
  if (!requireProtections(t, protections, ['no_new_privileges', 'no_network', 'private_files'])) return;
  const { userId: _user, startProgram: _program, listScratch: _scratch, ...reached } = bySystem;
  assert.deepEqual(reached, nothing);
});

const made = { kind: 'made', size: { widthPx: 32, heightPx: 32 }, contentType: 'image/jpeg' } as const;
const noSpace = { kind: 'unavailable', cause: 'storage', detail: 'ENOSPC' } as const;

function optionsIn(folder: string) {
  let paths = 0;
  const newPath = (extension: string) => join(folder, `${paths++}${extension}`);
  return { dataDir: folder, scratchFolder: folder, newPath, netFiles: [], userId: 65_534 };
}

test('if the system refuses namespaces, the other protections are active and the report contains the reason', async (t) => {
  const usesNamespaces = ({ wrapper }: ImageJail) => wrapper?.program.endsWith('unshare') === true;
  const { report } = await openImageJail(optionsIn(scratchFolder(t)), async (jail) => {
    if (usesNamespaces(jail)) throw new Error('unshare: Operation not permitted');
    return made;
  });
  assert.ok(report.active.includes('permission_model'));
  if (isRoot) assert.ok(report.active.includes('own_user'));
  assert.ok(report.missing.includes('no_network') && report.missing.includes('private_files'));
  if (existsSync('/usr/bin/unshare')) assert.match(report.reason ?? '', /Operation not permitted/);
});

test('if the system refuses every other protection, image processes run with the permission model of Node alone', async (t) => {
  const { jail, report } = await openImageJail(optionsIn(scratchFolder(t)), async (tried) => {
    if (tried.wrapper !== null || tried.spawnAs !== null) throw new Error('refused');
    return made;
  });
  assert.equal(jail.wrapper, null);
  assert.deepEqual(report.active, ['permission_model']);
});

test('if no image process can run, openImageJail still resolves and reports the reason', async (t) => {
  const { report } = await openImageJail(optionsIn(scratchFolder(t)), async () => {
    throw new Error('the image library cannot be loaded');
  });
  assert.match(report.reason ?? '', /image library/);
});

test('a disk that is full when the service starts does not weaken the protections', async (t) => {
  const [usual, full] = [
    await openImageJail(optionsIn(scratchFolder(t)), async () => made),
    await openImageJail(optionsIn(scratchFolder(t)), async () => ({ ...noSpace })),
  ];
  if (process.env.CI !== undefined) assert.deepEqual(full.report, usual.report);
  assert.ok(full.report.active.includes('permission_model'));
});

test('the trial task with which openImageJail tests the protections leaves no file, and only its owner can list the scratch folder', async (t) => {
  const folder = scratchFolder(t);
  await openImageJail(optionsIn(folder), async (_jail, { sourceFile, targetFile }) => {
    assert.deepEqual(readdirSync(folder), [basename(sourceFile)]);
    for (const file of [targetFile, `${targetFile}.partial`]) writeFileSync(file, 'photo');
    return made;
  });
  assert.deepEqual(readdirSync(folder), []);
  assert.equal(statSync(folder).mode & 0o044, 0);
});

test('each trial has files with names of its own, so that files of another service in the same folder weaken no protection', async (t) => {
  const folder = scratchFolder(t);
  const names: string[] = [];
  await openImageJail(optionsIn(folder), async (_jail, { sourceFile, targetFile }) => {
    names.push(basename(sourceFile), basename(targetFile));
    throw new Error('refused');
  });
  assert.ok(names.length >= 4);
  assert.deepEqual(
    names,
    names.map((_, index) => `${index}${index % 2 === 0 ? '.png' : '.jpg'}`),
  );
});
