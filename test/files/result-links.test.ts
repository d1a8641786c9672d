import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createResultLinks } from '../../src/files/result-links.ts';

const links = createResultLinks({ secrets: ['a secret of the tests'], publicUrl: 'https://kiosk.example' });
const now = Date.UTC(2026, 10, 20, 12);
const file = 'results/abcdefgh.jpg';

function partsOf(url: string) {
  const { origin, pathname, searchParams } = new URL(url);
  return {
    origin,
    file: pathname.replace('/files/', ''),
    expires: searchParams.get('expires') ?? '',
    signature: searchParams.get('signature') ?? '',
  };
}

test('a link is absolute and valid until its last second', () => {
  const parts = partsOf(links.link(file, now + 3_600_000));
  assert.equal(parts.origin, 'https://kiosk.example');
  assert.equal(parts.file, file);
  const judge = (at: number) => links.judge(parts.file, parts.expires, parts.signature, at);
  assert.equal(judge(now), 'valid');
  assert.equal(judge(now + 3_599_999), 'valid');
  assert.equal(judge(now + 3_600_000), 'expired');
});

test('a link is never valid after the given time', () => {
  const parts = partsOf(links.link(file, now + 1_999));
  assert.equal(links.judge(file, parts.expires, parts.signature, now + 1_000), 'expired');
});

test('a link with any changed part counts as forged, whether it has expired or not', () => {
  const { expires, signature } = partsOf(links.link(file, now + 60_000));
  const later = String(Number(expires) + 1);
  for (const [otherFile, otherExpires, otherSignature] of [
    ['results/abcdefgi.jpg', expires, signature],
    [file, later, signature],
    [file, `0${expires}`, signature],
    [file, `${expires} `, signature],
    [file, `${expires}.0`, signature],
    [file, '', signature],
    [file, expires, ''],
    [file, expires, signature.slice(1)],
    [file, expires, `${signature}=`],
    [file, expires, signature.toUpperCase()],
  ] as const) {
    assert.equal(links.judge(otherFile, otherExpires, otherSignature, now), 'forged');
    assert.equal(links.judge(otherFile, otherExpires, otherSignature, now + 120_000), 'forged');
  }
});

test('no text is accepted as a signature unless it was made with the secret', () => {
  const { expires } = partsOf(links.link(file, now + 60_000));
  fc.assert(
    fc.property(fc.string({ maxLength: 60, unit: 'grapheme' }), (text) => {
      assert.equal(links.judge(file, expires, text, now), 'forged');
    }),
  );
});

test('links that a former key has signed stay valid, and new ones are signed with the first key', () => {
  const publicUrl = 'https://kiosk.example';
  const before = createResultLinks({ secrets: ['old'], publicUrl });
  const rotated = createResultLinks({ secrets: ['new', 'old'], publicUrl });
  const after = createResultLinks({ secrets: ['new'], publicUrl });
  const judged = (judge: typeof links, url: string) => {
    const { pathname, searchParams } = new URL(url);
    const [expires = '', signature = ''] = ['expires', 'signature'].map(
      (name) => searchParams.get(name) ?? '',
    );
    return judge.judge(pathname.slice('/files/'.length), expires, signature, 0);
  };
  const oldLink = before.link('results/a.jpg', 60_000);
  const newLink = rotated.link('results/a.jpg', 60_000);
  assert.equal(judged(rotated, oldLink), 'valid');
  assert.equal(judged(rotated, newLink), 'valid');
  assert.equal(judged(after, newLink), 'valid');
  assert.equal(judged(after, oldLink), 'forged');
});

test('links that were signed with another secret are refused', () => {
  const others = createResultLinks({ secrets: ['another secret'], publicUrl: 'https://kiosk.example' });
  const { expires, signature } = partsOf(others.link(file, now + 60_000));
  assert.equal(links.judge(file, expires, signature, now), 'forged');
});

test('a file key with a character that must be escaped in a URL is refused', () => {
  assert.throws(() => links.link('results/a?b.jpg', now), /invalid file key/);
});
