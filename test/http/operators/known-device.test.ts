/** Wrong passwords from many addresses do not make an operator wait on a device that signed in before. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ConsoleVisit, openConsole } from '../../support/console-visit.ts';

/** Signs in and returns the cookie that marks the device. */
async function deviceOf(visit: ConsoleVisit, name: string): Promise<string> {
  const answer = await visit.trySignIn(name, `password of ${name}`);
  const cookies = [answer.headers['set-cookie'] ?? []].flat();
  const device = cookies.find((cookie) => cookie.startsWith('__Host-photokiosk_device=')) ?? '';
  assert.match(device, /; Path=\/; Max-Age=15552000; HttpOnly; SameSite=Strict; Secure$/);
  return device.split(';')[0] ?? '';
}

/** Sends wrong passwords, each from another address, until sign-ins with this name have to wait. */
async function guessFromManyAddresses({ app }: ConsoleVisit, name: string): Promise<void> {
  for (let address = 1; address <= 8; address += 1) {
    await app.inject({
      method: 'POST',
      url: '/admin/api/session',
      remoteAddress: `203.0.113.${address}`,
      payload: { name, password: 'a wrong guess' },
      headers: { 'sec-fetch-site': 'same-origin' },
    });
  }
}

test('wrong passwords that come from many addresses do not make the operator wait on a known device', async () => {
  await using visit = await openConsole();
  await visit.addOperator('anna', 'owner');
  const cookie = await deviceOf(visit, 'anna');
  await guessFromManyAddresses(visit, 'anna');
  const elsewhere = await visit.trySignIn('anna', 'password of anna');
  assert.equal(elsewhere.statusCode, 429);
  const known = await visit.trySignIn('anna', 'password of anna', { cookie });
  assert.equal(known.statusCode, 200, known.body);
  assert.equal((await visit.trySignIn('anna', 'password of anna')).statusCode, 429, 'the name still waits');
});

test('after wrong passwords from a known device, this device must wait', async () => {
  await using visit = await openConsole();
  await visit.addOperator('anna', 'owner');
  const cookie = await deviceOf(visit, 'anna');
  for (let guess = 1; guess <= 5; guess += 1)
    assert.equal((await visit.trySignIn('anna', 'a wrong guess', { cookie })).statusCode, 401);
  assert.equal((await visit.trySignIn('anna', 'password of anna', { cookie })).statusCode, 429);
});

test('a device is known only for the operator who signed in there, until the password changes, and never with a forged cookie', async () => {
  await using visit = await openConsole();
  const { id } = await visit.addOperator('anna', 'owner');
  await visit.addOperator('bea', 'owner');
  const ofAnna = await deviceOf(visit, 'anna');
  const ofBea = await deviceOf(visit, 'bea');
  const bea = await visit.signIn('bea');
  await visit.send(bea, 'POST', `operators/${id}/password`, { password: 'a fresh password' });
  await guessFromManyAddresses(visit, 'anna');
  const forged = `__Host-photokiosk_device=${'A'.repeat(22)}.${'A'.repeat(43)}`;
  for (const cookie of [ofAnna, ofBea, forged]) {
    const answer = await visit.trySignIn('anna', 'a fresh password', { cookie });
    assert.equal(answer.statusCode, 429, cookie);
  }
});

test('wrong passwords at the sign-in do not make an operator wait who is signed in and proves the identity again', async () => {
  await using visit = await openConsole();
  await visit.addOperator('anna', 'owner');
  const anna = await visit.signIn('anna');
  await guessFromManyAddresses(visit, 'anna');
  assert.equal((await visit.trySignIn('anna', 'password of anna')).statusCode, 429);
  const prove = (password: string) => visit.send(anna, 'POST', 'session/reauthenticate', { password });
  assert.equal((await prove('password of anna')).statusCode, 204);
  for (let guess = 1; guess <= 5; guess += 1) assert.equal((await prove('a wrong guess')).statusCode, 422);
  assert.equal((await prove('password of anna')).statusCode, 429, 'guesses in the session make it wait');
});
