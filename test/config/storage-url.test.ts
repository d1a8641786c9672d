/** `STORAGE_URL`: which object store, and with which credentials. */

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Environment } from '../../src/config/environment-reader.ts';
import { ConfigError } from '../../src/config.ts';
import { read } from './read-config.ts';

const keys = { AWS_ACCESS_KEY_ID: 'AK', AWS_SECRET_ACCESS_KEY: 'secret of the store' };

function storeOf(url: string, env: Environment = {}) {
  const { current } = read({ ...keys, STORAGE_URL: url, ...env }).storage;
  assert.ok(current.kind === 's3');
  const { credentials, kind, ...place } = current;
  return place;
}

function problemsOf(env: Environment): readonly string[] {
  try {
    read({ AWS_SHARED_CREDENTIALS_FILE: '/none', ...env });
  } catch (error) {
    assert.ok(error instanceof ConfigError);
    return error.problems;
  }
  return [];
}

test('a URL with only a bucket names the bucket at AWS in the region of AWS_REGION', () => {
  assert.deepEqual(storeOf('s3://shop-files', { AWS_REGION: 'eu-central-1' }), {
    endpoint: 'https://s3.eu-central-1.amazonaws.com',
    region: 'eu-central-1',
    bucket: 'shop-files',
    prefix: '',
    style: 'virtual',
  });
});

test('STORAGE_URL can contain the endpoint, the region, the prefix and the addressing style', () => {
  assert.deepEqual(
    storeOf('s3://shop/photos/live?endpoint=https://oss.example&region=cn-1&style=virtual', {
      AWS_REGION: 'eu-central-1',
    }),
    {
      endpoint: 'https://oss.example',
      region: 'cn-1',
      bucket: 'shop',
      prefix: 'photos/live/',
      style: 'virtual',
    },
  );
  assert.equal(storeOf('s3://shop?endpoint=http://127.0.0.1:9000').style, 'path');
  assert.equal(
    storeOf('s3://shop', { AWS_ENDPOINT_URL_S3: 'https://a.example' }).endpoint,
    'https://a.example',
  );
});

test('credentials come from the environment variables of AWS, or from a profile in the credentials file of AWS', (t) => {
  const credentialsOf = (env: Environment) => {
    const { current } = read({ STORAGE_URL: 's3://shop', ...env }).storage;
    return current.kind === 's3' ? current.credentials : undefined;
  };
  assert.deepEqual(credentialsOf({ ...keys, AWS_SESSION_TOKEN: 'session' }), {
    accessKeyId: 'AK',
    secretAccessKey: 'secret of the store',
    sessionToken: 'session',
  });
  const folder = mkdtempSync(join(tmpdir(), 'photokiosk-aws-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'credentials');
  writeFileSync(
    file,
    '[default]\naws_access_key_id = A1\naws_secret_access_key = S1\n\n[shop]\naws_access_key_id=A2\naws_secret_access_key=S2/+=\n',
  );
  const inFile = { AWS_SHARED_CREDENTIALS_FILE: file };
  assert.deepEqual(credentialsOf(inFile), { accessKeyId: 'A1', secretAccessKey: 'S1', sessionToken: null });
  assert.deepEqual(credentialsOf({ ...inFile, AWS_PROFILE: 'shop' }), {
    accessKeyId: 'A2',
    secretAccessKey: 'S2/+=',
    sessionToken: null,
  });
});

test('STORAGE_FORMER_URL names the store from which files are moved: a folder or a bucket', () => {
  const { storage } = read({ ...keys, STORAGE_URL: 's3://shop', STORAGE_FORMER_URL: 'file:' });
  assert.deepEqual([storage.current.kind, storage.former?.kind], ['s3', 'folder']);
  const back = read({ ...keys, STORAGE_FORMER_URL: 's3://shop', STORAGE_LINKS: 'service' }).storage;
  assert.deepEqual([back.current.kind, back.former?.kind, back.links], ['folder', 's3', 'service']);
});

const wrong: readonly [Environment, RegExp][] = [
  [{ STORAGE_URL: 'https://shop' }, /^STORAGE_URL must be file: .*s3:\/\/bucket/],
  [{ STORAGE_URL: 's3://AK:secret@shop' }, /^STORAGE_URL must not contain credentials/],
  [{ STORAGE_URL: 's3://a' }, /^STORAGE_URL must name a bucket/],
  [{ STORAGE_URL: 's3://shop.example' }, /^STORAGE_URL must name a bucket/],
  [{ STORAGE_URL: 's3://shop?acl=public' }, /^STORAGE_URL has the unknown parameter acl/],
  [{ STORAGE_URL: 's3://shop?endpoint=ftp://x' }, /^STORAGE_URL must have an endpoint/],
  [{ STORAGE_URL: 's3://shop?endpoint=https://x/path' }, /^STORAGE_URL must have an endpoint/],
  [{ STORAGE_URL: 's3://shop?endpoint=http://store.example' }, /https:\/\/ unless .*PLAIN_HTTP=allow/],
  [{ STORAGE_URL: 's3://shop?style=other' }, /^STORAGE_URL must have a style/],
  [{ STORAGE_URL: 's3://shop', STORAGE_FORMER_URL: 's3://shop' }, /must differ/],
  [{ STORAGE_FORMER_URL: 'file:' }, /must differ/],
  [{ STORAGE_LINKS: 'public' }, /^STORAGE_LINKS .*presigned, service/],
];

for (const [env, expected] of wrong) {
  test(`the configuration ${JSON.stringify(env)} is refused, and the message contains no secret`, () => {
    const problems = problemsOf({ ...keys, ...env });
    assert.equal(problems.length, 1, problems.join('\n'));
    assert.match(problems[0] ?? '', expected);
    assert.doesNotMatch(problems[0] ?? '', /secret/);
  });
}

test('an object store without credentials, or with only one of the two keys, is refused', () => {
  assert.match(problemsOf({ STORAGE_URL: 's3://shop' })[0] ?? '', /needs AWS_ACCESS_KEY_ID/);
  assert.match(
    problemsOf({ STORAGE_URL: 's3://shop', AWS_ACCESS_KEY_ID: 'AK' })[0] ?? '',
    /must be set together/,
  );
});
