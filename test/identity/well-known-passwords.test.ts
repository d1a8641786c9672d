/** Which passwords count as common. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isWellKnownPassword } from '../../src/identity/well-known-passwords.ts';

test('a listed password is common, also with capitals and with digits or symbols around it', () => {
  for (const password of ['1qaz2wsx3edc', 'Password12345', '2026-Dragon-2026', 'administrator!'])
    assert.ok(isWellKnownPassword(password), password);
});

test('repeated patterns and runs of the keyboard or the alphabet are common', () => {
  for (const password of ['aaaaaaaaaaaa', 'Ab3Ab3Ab3Ab3', '123456789012', '210987654321', 'qwertyuiopas'])
    assert.ok(isWellKnownPassword(password), password);
});

test('several words and random passwords are not common', () => {
  for (const password of [
    'correct-horse-battery',
    'a fresh password',
    'WzYt4rQ0p1uJ-kX_v9sE',
    '红花绿叶白云蓝天青山碧水',
  ])
    assert.ok(!isWellKnownPassword(password), password);
});
