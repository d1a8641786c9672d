/** The callers that an input can name in its line `X-Fuzz-As`: each with the headers of its credential. */

import type { OperatorRole } from '../../src/domain/operator-roles.ts';
import { digestOfApiToken, newApiToken } from '../../src/http/callers/api-token.ts';
import { csrfTokenOf, digestOfSecret, newSessionSecret } from '../../src/http/operators/session-secret.ts';
import { memberToken } from './identity-provider.ts';
import type { World } from './world.ts';

export const people = ['guest', 'member', 'owner', 'support', 'viewer', 'script', 'password'] as const;
type Person = (typeof people)[number];

export interface People {
  /** @returns header lines; none for a name that is unknown. */
  headersOf(name: string): Promise<string[]>;
  /** Call it when the credential of the person has ended: the next call of the person then uses a new one. */
  forget(name: string): void;
}

const password = 'correct horse battery staple';
const hourMs = 60 * 60_000;

export function createPeople({ shop, guestToken }: World): People {
  const known = new Map<string, string[]>();
  let operators = 0;

  async function newOperator(role: OperatorRole) {
    operators += 1;
    const operator = { name: `${role}-${operators}`, passwordHash: `hash of ${password}`, role };
    return shop.store.transaction((tx) => tx.operators.insert({ ...operator, createdAt: shop.clock.now() }));
  }

  async function browserOf(role: OperatorRole): Promise<string[]> {
    const { id } = await newOperator(role);
    const secret = newSessionSecret(shop.bare.random);
    const now = shop.clock.now();
    await shop.store.transaction((tx) =>
      tx.sessions.insert({
        ...{ digest: digestOfSecret(secret), operatorId: id, createdAt: now, expiresAt: now + hourMs },
        ...{ userAgent: null, weakPassword: false, address: '192.0.2.7' },
      }),
    );
    return [
      `Cookie: photokiosk_console=${secret}`,
      'Sec-Fetch-Site: same-origin',
      `X-CSRF-Token: ${csrfTokenOf(secret)}`,
    ];
  }

  async function script(): Promise<string[]> {
    const { id } = await newOperator('owner');
    const token = newApiToken(shop.bare.random);
    const now = shop.clock.now();
    await shop.store.transaction((tx) =>
      tx.apiTokens.insert({
        ...{ digest: digestOfApiToken(token), operatorId: id, name: 'script', role: 'owner' },
        ...{ createdAt: now, expiresAt: now + hourMs },
      }),
    );
    return [`Authorization: Bearer ${token}`];
  }

  async function credentialOf(person: Person): Promise<string[]> {
    switch (person) {
      case 'guest': {
        const user = await shop.store.transaction((tx) => tx.members.insertGuest(shop.clock.now()));
        return [`Authorization: Bearer ${guestToken(user.id)}`];
      }
      case 'member':
        return [`Authorization: Bearer ${memberToken(shop.clock.now())}`];
      case 'owner':
      case 'support':
      case 'viewer':
        return browserOf(person);
      case 'script':
        return script();
      case 'password': {
        const { name } = await newOperator('owner');
        return [`Authorization: Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`];
      }
    }
  }

  return {
    async headersOf(name) {
      const person = people.find((candidate) => candidate === name);
      if (person === undefined) return [];
      const headers = known.get(person) ?? (await credentialOf(person));
      known.set(person, headers);
      return headers;
    },
    forget: (name) => void known.delete(name),
  };
}
