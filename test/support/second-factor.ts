/** Actions of an operator with an authenticator app, as the pages of the console perform them. */

import assert from 'node:assert/strict';
import { type ConsoleVisit, cookieOf, type Visitor } from './console-visit.ts';
import { oneTimeCode } from './one-time-code.ts';
import type { SoftPasskey } from './soft-passkey.ts';

export interface AppOfOperator {
  /** Base32. */
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
  /** The code that the app shows now. */
  code(stepsLater?: number): string;
}

/** Sets up an authenticator app. Afterwards, the code of the present time step counts as used. */
export async function setUpApp(visit: ConsoleVisit, visitor: Visitor): Promise<AppOfOperator> {
  const { clock } = visit.shop;
  const begun = await visit.send(visitor, 'POST', 'second_factor/authenticator_app');
  assert.equal(begun.statusCode, 200, begun.body);
  const { secret } = begun.json();
  const code = (stepsLater = 0) => oneTimeCode(secret, clock.now(), stepsLater);
  const confirmed = await visit.send(visitor, 'POST', 'second_factor/authenticator_app/confirm', {
    code: code(),
  });
  assert.equal(confirmed.statusCode, 200, confirmed.body);
  return { secret, recoveryCodes: confirmed.json().recovery_codes ?? [], code };
}

/** Enters the password. @returns the cookie of the pending sign-in. */
export async function enterPassword(visit: ConsoleVisit, name: string): Promise<string> {
  const answer = await visit.trySignIn(name, `password of ${name}`);
  assert.equal(answer.statusCode, 200, answer.body);
  assert.ok('second_factor_needed' in answer.json(), answer.body);
  const [cookie = ''] = String(answer.headers['set-cookie']).split(';');
  return cookie;
}

export function tryCode(
  visit: ConsoleVisit,
  cookie: string,
  code: string,
  headers: Record<string, string> = {},
) {
  return visit.app.inject({
    method: 'POST',
    url: '/admin/api/session/code',
    payload: { code },
    headers: { cookie, 'sec-fetch-site': 'same-origin', ...headers },
  });
}

/** Signs in with password and code. */
export async function signInWithCode(visit: ConsoleVisit, name: string, code: string): Promise<Visitor> {
  const answer = await tryCode(visit, await enterPassword(visit, name), code);
  assert.equal(answer.statusCode, 200, answer.body);
  return { cookie: cookieOf(answer), token: answer.json().csrf_token };
}

/** Adds a passkey to the operator's account. */
export async function addPasskey(visit: ConsoleVisit, visitor: Visitor, passkey: SoftPasskey) {
  const { options } = (await visit.send(visitor, 'POST', 'second_factor/passkey_options')).json();
  const body = { name: 'my key', ...passkey.create(options) };
  const added = await visit.send(visitor, 'POST', 'second_factor/passkeys', body);
  assert.equal(added.statusCode, 201, added.body);
  return added.json();
}

/** The challenge that a pending sign-in sends to the authenticator. */
export async function signInChallenge(visit: ConsoleVisit, cookie: string) {
  const answer = await visit.app.inject({
    method: 'POST',
    url: '/admin/api/session/passkey_options',
    headers: { cookie, 'sec-fetch-site': 'same-origin' },
  });
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json().options;
}

export function tryPasskey(visit: ConsoleVisit, cookie: string, payload: Record<string, string>) {
  return visit.app.inject({
    method: 'POST',
    url: '/admin/api/session/passkey',
    payload,
    headers: { cookie, 'sec-fetch-site': 'same-origin' },
  });
}

/** The challenge of a sign-in without a password, and the cookie that binds it to the browser. */
export async function passkeyOnlyChallenge(visit: ConsoleVisit) {
  const answer = await visit.app.inject({
    method: 'POST',
    url: '/admin/api/session/passkey_only_options',
    headers: { 'sec-fetch-site': 'same-origin' },
  });
  assert.equal(answer.statusCode, 200, answer.body);
  const [cookie = ''] = String(answer.headers['set-cookie']).split(';');
  return { cookie, options: answer.json().options };
}
