/** The console's texts. The compiler checks that both languages have every text. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { goodKinds } from '../../src/domain/goods/kinds.ts';
import { en } from '../../web/console/texts/en.ts';
import { zh } from '../../web/console/texts/zh.ts';

/** Passed as the arguments of each text that is a function, so that a test finds in the text which values it shows. */
const markers = ['⟨1⟩', '⟨2⟩', '⟨3⟩', '⟨4⟩'] as const;
/** The limits of a field: the second argument of the texts of `errors.field`. The first is the label of the field. */
const numbers = { min: '⟨2⟩', max: '⟨3⟩' };

interface Text {
  readonly path: string;
  readonly text: string;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function textsOf(value: unknown, path: string): Text[] {
  if (typeof value === 'string') return [{ path, text: value }];
  if (typeof value === 'function') {
    const values = path.startsWith('.errors.field.') ? [markers[0], numbers] : markers;
    return [{ path, text: String(value(...values)) }];
  }
  assert.ok(isRecord(value), path);
  return Object.entries(value).flatMap(([name, each]) => textsOf(each, `${path}.${name}`));
}

const english = textsOf(en, '');
const chinese = new Map(textsOf(zh, '').map(({ path, text }) => [path, text]));

test('no text is empty', () => {
  assert.ok(english.length > 450, `${english.length} texts`);
  for (const { path, text } of [...english, ...textsOf(zh, '')]) assert.notEqual(text.trim(), '', path);
});

test('a Chinese text shows the same values as the English one', () => {
  const shown = (text: string) => markers.filter((marker) => text.includes(marker));
  for (const { path, text } of english) {
    assert.deepEqual(shown(chinese.get(path) ?? ''), shown(text), path);
  }
});

test('every kind of good and every parameter of an order has a name in the console', () => {
  const kinds: Readonly<Record<string, string>> = en.names.goodKind;
  const details: Readonly<Record<string, string>> = en.names.orderDetail;
  for (const { functName, parameters } of goodKinds) {
    assert.ok(Object.hasOwn(kinds, functName), functName);
    for (const name of Object.keys(parameters)) assert.ok(Object.hasOwn(details, name), name);
  }
});
