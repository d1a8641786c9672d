/** Cases of operations on second factors. Each case adds its own operator, so that cases do not affect each other. */

import assert from 'node:assert/strict';
import { ownOrigin, type Visitor } from '../../support/console-visit.ts';
import { oneTimeCode } from '../../support/one-time-code.ts';
import {
  type AppOfOperator,
  addPasskey,
  enterPassword,
  passkeyOnlyChallenge,
  setUpApp,
  signInChallenge,
} from '../../support/second-factor.ts';
import { softPasskey } from '../../support/soft-passkey.ts';
import type { Call, OperationCases, World } from './operation-cases.ts';

interface Person {
  readonly id: number;
  readonly name: string;
  readonly visitor: Visitor;
}

/** The only owner of the shop. Cases of other operations need that there is no second owner. */
function owner({ signedIn }: World): Pick<Person, 'visitor'> {
  return { visitor: signedIn.owner };
}

async function newPerson({ visit, shop }: World): Promise<Person> {
  const operators = await shop.store.read.operators.all();
  const name = `person ${operators.length + 1}`;
  const { id } = await visit.addOperator(name, 'viewer');
  return { id, name, visitor: await visit.signIn(name) };
}

async function withApp(world: World): Promise<Person & { readonly app: AppOfOperator }> {
  const person = await newPerson(world);
  return { ...person, app: await setUpApp(world.visit, person.visitor) };
}

async function withPasskey(world: World) {
  const person = await newPerson(world);
  const passkey = softPasskey(ownOrigin);
  const { id } = (await addPasskey(world.visit, person.visitor, passkey)).passkey;
  return { ...person, passkey, passkeyId: id };
}

function by(
  { visitor: { cookie, token } }: Pick<Person, 'visitor'>,
  method: Call['method'],
  path: string,
  payload?: object,
): Call {
  const own = method === 'GET' ? {} : { 'x-csrf-token': token, 'sec-fetch-site': 'same-origin' };
  const call = { method, url: `/admin/api/${path}`, headers: { cookie, ...own } };
  return payload === undefined ? call : { ...call, payload };
}

/** A call of a sign-in that waits for the second factor. */
function pendingCall(cookie: string, path: string, payload?: object): Call {
  const headers = { cookie, 'sec-fetch-site': 'same-origin' };
  const call: Call = { method: 'POST', url: `/admin/api/session/${path}`, headers };
  return payload === undefined ? call : { ...call, payload };
}

const passkeyBody = { credential_id: 'x', client_data: 'x', authenticator_data: 'x', signature: 'x' };
const app = 'second_factor/authenticator_app';

export const secondFactorCases: Readonly<Record<string, OperationCases>> = {
  sign_in_code: {
    async success(world) {
      const person = await withApp(world);
      return pendingCall(await enterPassword(world.visit, person.name), 'code', { code: person.app.code(1) });
    },
    refusals: {
      unauthenticated: () => pendingCall('', 'code', { code: '1' }),
      invalid_credential: async (world) =>
        pendingCall(await enterPassword(world.visit, (await withApp(world)).name), 'code', { code: '1' }),
      invalid_parameters: () => pendingCall('', 'code', {}),
    },
  },
  sign_in_passkey: {
    async success(world) {
      const { name, passkey } = await withPasskey(world);
      const cookie = await enterPassword(world.visit, name);
      return pendingCall(cookie, 'passkey', passkey.get(await signInChallenge(world.visit, cookie)));
    },
    refusals: {
      unauthenticated: () => pendingCall('', 'passkey', passkeyBody),
      invalid_credential: async (world) =>
        pendingCall(
          await enterPassword(world.visit, (await withPasskey(world)).name),
          'passkey',
          passkeyBody,
        ),
      invalid_parameters: () => pendingCall('', 'passkey', {}),
    },
  },
  sign_in_passkey_options: {
    success: async (world) =>
      pendingCall(await enterPassword(world.visit, (await withPasskey(world)).name), 'passkey_options'),
    refusals: { unauthenticated: () => pendingCall('', 'passkey_options') },
  },
  sign_in_passkey_only_options: {
    success: () => pendingCall('', 'passkey_only_options'),
    refusals: {},
  },
  sign_in_passkey_only: {
    async success(world) {
      const { passkey } = await withPasskey(world);
      const { cookie, options } = await passkeyOnlyChallenge(world.visit);
      return pendingCall(cookie, 'passkey_only', passkey.get(options));
    },
    refusals: {
      invalid_credential: () => pendingCall('', 'passkey_only', passkeyBody),
      invalid_parameters: () => pendingCall('', 'passkey_only', {}),
    },
  },
  reauthenticate: {
    async success(world) {
      const person = await newPerson(world);
      return by(person, 'POST', 'session/reauthenticate', { password: `password of ${person.name}` });
    },
    refusals: {
      invalid_parameters: async (world) => by(await newPerson(world), 'POST', 'session/reauthenticate', {}),
    },
  },
  reauthenticate_passkey: {
    async success({ visit, ...world }) {
      const person = await withPasskey({ visit, ...world });
      const answer = await visit.send(person.visitor, 'POST', 'session/reauthentication_options');
      const proof = person.passkey.get(answer.json().options);
      return by(person, 'POST', 'session/reauthenticate_passkey', proof);
    },
    refusals: {
      invalid_parameters: async (world) =>
        by(await newPerson(world), 'POST', 'session/reauthenticate_passkey', passkeyBody),
    },
  },
  reauthentication_options: {
    success: async (world) => by(await newPerson(world), 'POST', 'session/reauthentication_options'),
    refusals: {},
  },
  second_factor: {
    success: async (world) => by(await newPerson(world), 'GET', 'second_factor'),
    refusals: {
      async forbidden({ visit, signedIn }) {
        const token = { name: 'sees no factor', role: 'viewer', days: 1 };
        const created = await visit.send(signedIn.owner, 'POST', 'api_tokens', token);
        assert.equal(created.statusCode, 201, created.body);
        const authorization = `Bearer ${created.json().secret}`;
        return { method: 'GET', url: '/admin/api/second_factor', headers: { authorization } };
      },
    },
  },
  begin_authenticator_app: {
    success: async (world) => by(await newPerson(world), 'POST', app),
    refusals: { illegal_transition: async (world) => by(await withApp(world), 'POST', app) },
  },
  confirm_authenticator_app: {
    async success(world) {
      const person = await withApp(world);
      assert.equal((await world.visit.app.inject(by(person, 'DELETE', app))).statusCode, 204);
      const { visit, shop } = world;
      const { secret } = (await visit.send(person.visitor, 'POST', app)).json();
      const code = oneTimeCode(secret, shop.clock.now());
      return by(person, 'POST', `${app}/confirm`, { code });
    },
    refusals: {
      illegal_transition: async (world) => by(await withApp(world), 'POST', `${app}/confirm`, { code: '1' }),
      invalid_parameters: async (world) => by(await newPerson(world), 'POST', `${app}/confirm`, {}),
    },
  },
  remove_authenticator_app: {
    success: async (world) => by(await withApp(world), 'DELETE', app),
    refusals: { illegal_transition: async (world) => by(await newPerson(world), 'DELETE', app) },
  },
  renew_recovery_codes: {
    success: async (world) => by(await withApp(world), 'POST', 'second_factor/recovery_codes'),
    refusals: {
      illegal_transition: async (world) => by(await newPerson(world), 'POST', 'second_factor/recovery_codes'),
    },
  },
  new_passkey_options: {
    success: async (world) => by(await newPerson(world), 'POST', 'second_factor/passkey_options'),
    refusals: {},
  },
  add_passkey: {
    async success(world) {
      const person = await newPerson(world);
      const path = 'second_factor/passkey_options';
      const { options } = (await world.visit.send(person.visitor, 'POST', path)).json();
      return by(person, 'POST', 'second_factor/passkeys', {
        name: 'key',
        ...softPasskey(ownOrigin).create(options),
      });
    },
    refusals: {
      invalid_parameters: async (world) => by(await newPerson(world), 'POST', 'second_factor/passkeys', {}),
    },
  },
  remove_passkey: {
    async success(world) {
      const person = await withPasskey(world);
      return by(person, 'DELETE', `second_factor/passkeys/${person.passkeyId}`);
    },
    refusals: {
      unknown_item: async (world) => by(await newPerson(world), 'DELETE', 'second_factor/passkeys/999999'),
      invalid_parameters: async (world) =>
        by(await newPerson(world), 'DELETE', 'second_factor/passkeys/none'),
    },
  },
  remove_second_factor: {
    async success(world) {
      const { id } = await withApp(world);
      return by(owner(world), 'DELETE', `operators/${id}/second_factor`);
    },
    refusals: {
      unknown_item: async (world) => by(owner(world), 'DELETE', 'operators/999999/second_factor'),
      illegal_transition: async (world) => {
        const { id } = await newPerson(world);
        return by(owner(world), 'DELETE', `operators/${id}/second_factor`);
      },
      invalid_parameters: async (world) => by(owner(world), 'DELETE', 'operators/none/second_factor'),
    },
  },
  change_sign_in_rules: {
    success: async (world) => by(owner(world), 'POST', 'sign_in_rules', { second_factor_required: false }),
    refusals: {
      illegal_transition: async (world) =>
        by(owner(world), 'POST', 'sign_in_rules', { second_factor_required: true }),
      invalid_parameters: async (world) => by(owner(world), 'POST', 'sign_in_rules', {}),
    },
  },
};
