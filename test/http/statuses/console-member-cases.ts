/** Cases of the console’s API for users and their memberships. */

import assert from 'node:assert/strict';
import { by, onItem, read, reason } from './console-calls.ts';
import type { OperationCases, World } from './operation-cases.ts';

async function userId({ shop }: World): Promise<number> {
  return (await shop.order(await shop.placeVip())).userId;
}

async function grantOf(world: World): Promise<{ user: number; grant: number }> {
  const user = await userId(world);
  const call = by(world, 'support', 'POST', `users/${user}/grants`, { months: 1, reason });
  const granted = await world.visit.app.inject(call);
  assert.equal(granted.statusCode, 200, granted.body);
  return { user, grant: granted.json().grants[0].id };
}

async function signedInUser({ shop }: World): Promise<number> {
  const subject = shop.requestId();
  return (
    await shop.store.transaction((tx) => tx.members.insertUserOfSubject('https://id.example', subject, 1))
  ).id;
}

async function merge(world: World, role: 'support' | 'viewer', from: number | string, into: number) {
  return by(world, role, 'POST', `users/${from}/merge`, { into, reason });
}

/** For each operation, calls that produce its statuses; by `operationId` without the prefix `console_`. */
export const consoleMemberCases: Readonly<Record<string, OperationCases>> = {
  search_users: read('users', 'id=x'),
  show_user: {
    success: async (world) => by(world, 'viewer', 'GET', `users/${await userId(world)}`),
    refusals: {
      unknown_item: (world) => by(world, 'viewer', 'GET', 'users/999999'),
      invalid_parameters: (world) => by(world, 'viewer', 'GET', 'users/none'),
    },
  },
  merge_guest: {
    success: async (world) => merge(world, 'support', await userId(world), await signedInUser(world)),
    refusals: {
      forbidden: (world) => merge(world, 'viewer', 1, 2),
      unknown_item: (world) => merge(world, 'support', 999_999, 999_998),
      illegal_transition: async (world) =>
        merge(world, 'support', await signedInUser(world), await signedInUser(world)),
      invalid_parameters: (world) => merge(world, 'support', 'none', 1),
    },
  },
  preview_user_erasure: {
    success: async (world) => by(world, 'owner', 'GET', `users/${await userId(world)}/erasure`),
    refusals: {
      forbidden: (world) => by(world, 'support', 'GET', 'users/1/erasure'),
      unknown_item: (world) => by(world, 'owner', 'GET', 'users/999999/erasure'),
      invalid_parameters: (world) => by(world, 'owner', 'GET', 'users/none/erasure'),
    },
  },
  erase_user: {
    success: async (world) => by(world, 'owner', 'POST', `users/${await signedInUser(world)}/erase`),
    refusals: {
      forbidden: (world) => by(world, 'support', 'POST', 'users/1/erase'),
      unknown_item: (world) => by(world, 'owner', 'POST', 'users/999999/erase'),
      illegal_transition: async (world) => by(world, 'owner', 'POST', `users/${await userId(world)}/erase`),
      invalid_parameters: (world) => by(world, 'owner', 'POST', 'users/none/erase'),
    },
  },
  grant_months: onItem((id) => `users/${id}/grants`, 'POST', { months: 1, reason }, 'support', 'viewer', {
    possible: userId,
    impossible: userId,
    impossiblePayload: { months: 1, reason, grants_before: 1 },
  }),
  end_months: {
    success: async (world) => {
      const { user, grant } = await grantOf(world);
      return by(world, 'support', 'POST', `users/${user}/grants/${grant}/end`, { reason });
    },
    refusals: {
      forbidden: (world) => by(world, 'viewer', 'POST', 'users/1/grants/1/end', { reason }),
      unknown_item: (world) => by(world, 'support', 'POST', 'users/999999/grants/1/end', { reason }),
      illegal_transition: async (world) => {
        const { user, grant } = await grantOf(world);
        const end = by(world, 'support', 'POST', `users/${user}/grants/${grant}/end`, { reason });
        assert.equal((await world.visit.app.inject(end)).statusCode, 200);
        return end;
      },
      invalid_parameters: (world) => by(world, 'support', 'POST', 'users/1/grants/1/end', {}),
    },
  },
};
