/** `oneLineText` makes a text one line, without control characters and marks of writing direction. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { oneLineText } from '../../src/domain/one-line-text.ts';

test('line breaks and control characters become spaces, and marks of direction are removed', () => {
  assert.equal(oneLineText(' Too\ndark.\r\n\u0000\u001B[31mNo. '), 'Too dark. [31mNo.');
  assert.equal(oneLineText('paid \u202E09.99\u202C \u2066x\u2069'), 'paid 09.99 x');
});

test('Chinese text, accents and emoji of several characters stay as they are', () => {
  for (const text of ['照片太暗，请退款。', 'crème brûlée', '👩‍👧 ❤️']) assert.equal(oneLineText(text), text);
});
