/**
 * Signing in to the console: the waits after wrong passwords, by name and by client, and errors that reveal
 * nothing to an attacker.
 */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '../../../src/domain/errors.ts';
import { resumeSession, type SignInCall, signIn } from '../../../src/usecases/operators/sign-in.ts';
import { code } from '../../support/app-error.ts';
import { openedSession } from '../../support/opened-session.ts';
import { openShop, type Shop } from '../../support/shop.ts';

async function shopWith(...names: string[]): Promise<Shop> {
  const shop = await openShop();
  for (const name of names) {
    const passwordHash = await shop.deps.passwords.hash('right');
    await shop.store.transaction((tx) =>
      tx.operators.insert({ name, role: 'owner', passwordHash, createdAt: shop.clock.now() }),
    );
  }
  return shop;
}

const hourMs = 3_600_000;

let digests = 0;

function call(name: string, password: string, client = '192.0.2.1'): SignInCall {
  return {
    name,
    password,
    digest: `digest ${++digests}`,
    formerDigest: null,
    address: client,
    client,
    userAgent: 'test',
    requestId: 'r1',
  };
}

async function refusal(shop: Shop, ...args: Parameters<typeof call>): Promise<AppError> {
  const error = await signIn(shop.deps, call(...args)).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof AppError);
  return error;
}

/** Makes wrong guesses, each after the wait that the previous one caused. @returns the waits in seconds. */
async function guessOn(shop: Shop, times: number, guess: (index: number) => Parameters<typeof call>) {
  const waits: number[] = [];
  for (let index = 0; index < times; index += 1) {
    const first = await refusal(shop, ...guess(index));
    if (first.code === 'invalid_credential') {
      waits.push(0);
      continue;
    }
    assert.equal(first.code, 'too_many_requests');
    const waitS = first.retryAfterS ?? 0;
    waits.push(waitS);
    shop.clock.advance(waitS * 1000);
    assert.equal((await refusal(shop, ...guess(index))).code, 'invalid_credential');
  }
  return waits;
}

test('wrong names and wrong passwords have the same error message, and the log contains neither', async () => {
  await using shop = await shopWith('anna');
  const wrong = [await refusal(shop, 'anna', 'secret guess'), await refusal(shop, 'secret name', 'right')];
  assert.deepEqual(
    wrong.map((error) => error.code),
    ['invalid_credential', 'invalid_credential'],
  );
  assert.equal(wrong[0]?.message, wrong[1]?.message);
  assert.doesNotMatch(JSON.stringify(shop.log.lines), /secret/);
});

test('after five wrong passwords for a name from any address, the wait for the name doubles each time, up to a minute', async () => {
  await using shop = await shopWith('anna');
  const waits = await guessOn(shop, 12, (index) => ['Anna', 'wrong', `192.0.2.${index}`]);
  assert.deepEqual(waits, [0, 0, 0, 0, 0, 5, 10, 20, 40, 60, 60, 60]);
});

test('after ten wrong passwords from an address for any names, the wait for the address doubles each time, up to an hour', async () => {
  await using shop = await shopWith('anna');
  const waits = await guessOn(shop, 24, (index) => [`name ${index}`, 'wrong']);
  assert.deepEqual(waits.slice(0, 13), [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5, 10, 20]);
  assert.equal(Math.max(...waits), 3600);
});

test('during a wait, the right password is refused as well', async () => {
  await using shop = await shopWith('anna');
  for (let index = 0; index < 5; index += 1) await refusal(shop, 'anna', 'wrong');
  assert.equal((await refusal(shop, 'anna', 'right')).code, 'too_many_requests');
  shop.clock.advance(5_000);
  assert.equal(openedSession(await signIn(shop.deps, call('anna', 'right'))).operator.name, 'anna');
});

test('of many concurrent attempts with wrong passwords, only the first five are checked', async () => {
  await using shop = await shopWith('anna');
  const errors = await Promise.all(Array.from({ length: 20 }, () => refusal(shop, 'anna', 'wrong')));
  assert.equal(errors.filter((error) => error.code === 'invalid_credential').length, 5);
});

test('a successful sign-in clears the count of wrong passwords of the name but not that of the address', async () => {
  await using shop = await shopWith('anna', 'bert');
  for (let round = 0; round < 3; round += 1) {
    for (let index = 0; index < 3; index += 1) await refusal(shop, 'bert', `wrong ${index}`);
    await signIn(shop.deps, call('bert', 'right'));
  }
  // Nine wrong passwords already count for the address. The tenth makes the address wait.
  await refusal(shop, 'anna', 'wrong');
  assert.equal((await refusal(shop, 'anna', 'wrong')).code, 'too_many_requests');
});

test('after a day without wrong passwords, no name and no address must wait', async () => {
  await using shop = await shopWith('anna');
  await guessOn(shop, 9, () => ['anna', 'wrong']);
  shop.clock.advance(25 * hourMs);
  assert.deepEqual(await guessOn(shop, 5, () => ['anna', 'wrong']), [0, 0, 0, 0, 0]);
});

test('an address with one wrong password before each right one, every day for a month, never waits', async () => {
  await using shop = await shopWith('anna');
  for (let day = 0; day < 30; day += 1) {
    assert.equal((await refusal(shop, 'anna', 'wrong')).code, 'invalid_credential', `day ${day}`);
    await signIn(shop.deps, call('anna', 'right'));
    shop.clock.advance(8 * hourMs);
    await signIn(shop.deps, call('anna', 'right'));
    shop.clock.advance(16 * hourMs);
  }
});

test('right passwords do not delay the time at which wrong passwords of the address are forgotten', async () => {
  await using shop = await shopWith('anna', 'bert');
  for (let index = 0; index < 9; index += 1) await refusal(shop, `name ${index}`, 'wrong');
  for (let index = 0; index < 10; index += 1) {
    shop.clock.advance(hourMs - 1);
    await signIn(shop.deps, call('anna', 'right'));
  }
  for (let index = 0; index < 9; index += 1) {
    assert.equal((await refusal(shop, `name ${index}`, 'wrong')).code, 'invalid_credential');
  }
});

test('an address can try at most 45 wrong passwords in a day and 24 in each further day, however long it pauses', async () => {
  for (const pauseMs of [0, hourMs - 1, hourMs, 2 * hourMs, 24 * hourMs, 25 * hourMs]) {
    await using shop = await shopWith('anna');
    const triedAt: number[] = [];
    const end = shop.clock.now() + 10 * 24 * hourMs;
    // Guess as soon as the waits allow, and pause whenever the address has to wait for an hour.
    while (shop.clock.now() < end) {
      const { code, retryAfterS = 0 } = await refusal(shop, `name ${triedAt.length}`, 'wrong');
      if (code === 'invalid_credential') triedAt.push(shop.clock.now());
      else shop.clock.advance(Math.max(retryAfterS * 1000, retryAfterS === 3600 ? pauseMs : 0));
    }
    for (const start of triedAt) {
      const inOneDay = triedAt.filter((at) => at >= start && at < start + 24 * hourMs).length;
      assert.ok(inOneDay <= 45, `${inOneDay} with pauses of ${pauseMs}`);
    }
    assert.ok(triedAt.length <= 45 + 9 * 24, `${triedAt.length} with pauses of ${pauseMs}`);
  }
});

test('after the clock was set back a day, a wrong password of the address is forgotten an hour later', async () => {
  await using shop = await shopWith('anna');
  for (let index = 0; index < 10; index += 1) await refusal(shop, `name ${index}`, 'wrong');
  shop.clock.advance(-24 * hourMs);
  assert.equal((await refusal(shop, 'anna', 'right')).retryAfterS, 5);
  shop.clock.advance(hourMs);
  await refusal(shop, 'name 0', 'wrong');
  assert.equal((await refusal(shop, 'anna', 'right')).retryAfterS, 5);
});

test('after the clock was set back a day, a wait is no longer than before, and operators without a wait sign in', async () => {
  await using shop = await shopWith('anna', 'bob');
  await signIn(shop.deps, call('bob', 'right'));
  for (let guess = 0; guess < 5; guess++) await refusal(shop, 'anna', 'wrong');
  shop.clock.advance(-24 * hourMs);
  await signIn(shop.deps, call('bob', 'right'));
  assert.equal((await refusal(shop, 'anna', 'right')).retryAfterS, 5);
  shop.clock.advance(5_000);
  await signIn(shop.deps, call('anna', 'right'));
});

test('an attempt whose password could not be checked is not counted', async () => {
  await using shop = await shopWith('anna');
  const busy = {
    ...shop.deps.passwords,
    matches: async (): Promise<boolean> => {
      throw new AppError('unavailable', 'Too many sign-ins at once.');
    },
  };
  for (let index = 0; index < 12; index += 1) {
    const attempt = signIn({ ...shop.deps, passwords: busy }, call('anna', 'right'));
    await assert.rejects(attempt, code('unavailable'));
  }
  assert.equal(openedSession(await signIn(shop.deps, call('anna', 'right'))).operator.name, 'anna');
});

test('an operator who is disabled or gets a new password during the check is refused', async () => {
  for (const change of [{ disabledAt: 1 }, { passwordHash: 'hash of another' }]) {
    await using shop = await shopWith('anna');
    const passwords = {
      ...shop.deps.passwords,
      async matches(password: string, hash: string): Promise<boolean> {
        const anna = await shop.store.read.operators.byName('anna');
        assert.ok(anna !== undefined);
        await shop.store.transaction((tx) => tx.operators.save({ ...anna, ...change }));
        return shop.deps.passwords.matches(password, hash);
      },
    };
    const attempt = signIn({ ...shop.deps, passwords }, call('anna', 'right'));
    await assert.rejects(attempt, code('invalid_credential'));
    assert.deepEqual(await shop.store.read.sessions.ofOperator(null), []);
  }
});

test('a session in use is saved at most once per minute and does not end', async () => {
  await using shop = await shopWith('anna');
  const anna = call('anna', 'right');
  const { id } = openedSession(await signIn(shop.deps, anna));
  let written = 0;
  const transaction: typeof shop.store.transaction = (work) => {
    written += 1;
    return shop.store.transaction(work);
  };
  const deps = { ...shop.deps, store: { ...shop.store, transaction } };
  for (let second = 0; second < 3 * 3600; second += 10) {
    assert.equal((await resumeSession(deps, anna.digest))?.id, id);
    shop.clock.advance(10_000);
  }
  assert.ok(written <= 180, String(written));
});
