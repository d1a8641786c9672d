/** The console's Chinese has every English phrase of its pages, and no other. */

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';
import * as tables from '../../web/console/texts/words.ts';
import { zh } from '../../web/console/texts/zh.ts';

const folder = fileURLToPath(new URL('../../web/console/', import.meta.url));

/** Phrases that stand in `t('…')`, and the names of pages. */
function phrasesOfPages(): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .flatMap((name) => [
      ...readFileSync(join(folder, name), 'utf8').matchAll(/(?:\bt\(\s*|\blabel: )'([^']+)'/g),
    ])
    .map((match) => match[1] ?? '');
}

const phrases = new Set([
  ...phrasesOfPages(),
  ...Object.values(tables).flatMap((table) => Object.values<string>(table)),
]);

it('the pages were looked at', () => {
  assert.ok(phrases.size > 300, `${phrases.size} phrases`);
});

it('each phrase is there', () => {
  assert.deepEqual(
    [...phrases].filter((phrase) => zh[phrase] === undefined),
    [],
  );
});

it('nothing else is', () => {
  assert.deepEqual(
    Object.keys(zh).filter((phrase) => !phrases.has(phrase)),
    [],
  );
});

it('each has the same places for values', () => {
  const places = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort();
  const wrong = Object.entries(zh).filter(([english, chinese]) => {
    // An amount of something may be told without the zone or the size; never with a place that has no value.
    return places(chinese).some((place) => !places(english).includes(place));
  });
  assert.deepEqual(wrong, []);
});
