/** Cases of the console’s API for sessions, passwords, API tokens, operators and the audit log. */

import { by, onItem, read } from './console-calls.ts';
import type { Call, OperationCases, World } from './operation-cases.ts';

async function addedOperator({ visit, shop }: World): Promise<number> {
  const operators = await shop.store.transaction((tx) => tx.operators.all());
  return (await visit.addOperator(`operator ${operators.length + 1}`, 'viewer')).id;
}

async function onlyOwner({ shop }: World): Promise<number> {
  const operators = await shop.store.transaction((tx) => tx.operators.all());
  return operators.find(({ role }) => role === 'owner')?.id ?? 0;
}

function signIn(password: string): Call {
  return {
    method: 'POST',
    url: '/admin/api/session',
    payload: { name: 'viewer', password },
    headers: { 'sec-fetch-site': 'same-origin' },
  };
}

function passwords(name: string) {
  return { old_password: `password of ${name}`, new_password: 'a fresh password' };
}

/** The viewer with a second session, which the test may end. */
async function again(world: World): Promise<World> {
  return { ...world, signedIn: { ...world.signedIn, viewer: await world.visit.signIn('viewer') } };
}
/** For each operation, calls that produce its statuses; by `operationId` without the prefix `console_`. */
export const consoleOperatorCases: Readonly<Record<string, OperationCases>> = {
  sign_in: {
    success: () => signIn('password of viewer'),
    refusals: {
      invalid_credential: () => signIn('wrong'),
      invalid_parameters: () => signIn(''),
    },
  },
  session: read('session'),
  sign_out: { success: async (world) => by(await again(world), 'viewer', 'DELETE', 'session'), refusals: {} },
  sessions: {
    success: (world) => by(world, 'viewer', 'GET', 'sessions'),
    refusals: {
      forbidden: (world) => by(world, 'support', 'GET', 'sessions?whose=all'),
      invalid_parameters: (world) => by(world, 'owner', 'GET', 'sessions?whose=theirs'),
    },
  },
  revoke_session: onItem((id) => `sessions/${id}`, 'DELETE', undefined, 'owner', 'viewer', {
    possible: async (world) => {
      const sessions = await world.visit.app.inject(by(await again(world), 'viewer', 'GET', 'sessions'));
      return sessions.json().sessions[0].id;
    },
  }),
  change_password: {
    success: (world) => by(world, 'support', 'POST', 'password', passwords('support')),
    refusals: {
      illegal_transition: async (world) => {
        const call = by(world, 'owner', 'POST', 'password', passwords('owner'));
        world.passwords.hash = async (password) => {
          await world.shop.store.transaction(async (tx) => {
            for (const operator of await tx.operators.all())
              await tx.operators.save({ ...operator, passwordHash: 'changed meanwhile' });
          });
          return `hash of ${password}`;
        };
        return call;
      },
      invalid_parameters: (world) => by(world, 'viewer', 'POST', 'password', passwords('another')),
    },
  },
  api_tokens: {
    success: (world) => by(world, 'viewer', 'GET', 'api_tokens'),
    refusals: {
      forbidden: (world) => by(world, 'support', 'GET', 'api_tokens?whose=all'),
      invalid_parameters: (world) => by(world, 'owner', 'GET', 'api_tokens?whose=theirs'),
    },
  },
  create_api_token: {
    success: (world) => by(world, 'viewer', 'POST', 'api_tokens', { name: 'x', role: 'viewer', days: 1 }),
    refusals: {
      forbidden: (world) => by(world, 'viewer', 'POST', 'api_tokens', { name: 'y', role: 'owner', days: 1 }),
      invalid_parameters: (world) =>
        by(world, 'viewer', 'POST', 'api_tokens', { name: 'y', role: 'viewer', days: 0 }),
    },
  },
  revoke_api_token: onItem((id) => `api_tokens/${id}`, 'DELETE', undefined, 'owner', 'viewer', {
    async possible({ visit, signedIn }) {
      const token = { name: 'to revoke', role: 'viewer', days: 1 };
      return (await visit.send(signedIn.owner, 'POST', 'api_tokens', token)).json().api_token.id;
    },
  }),
  operators: {
    success: (world) => by(world, 'owner', 'GET', 'operators'),
    refusals: { forbidden: (world) => by(world, 'support', 'GET', 'operators') },
  },
  add_operator: {
    success: (world) => by(world, 'owner', 'POST', 'operators', { name: 'new', role: 'viewer' }),
    refusals: {
      forbidden: (world) => by(world, 'support', 'POST', 'operators', { name: 'new', role: 'viewer' }),
      invalid_parameters: (world) => by(world, 'owner', 'POST', 'operators', { name: 'x', role: 'viewer' }),
    },
  },
  change_operator: onItem((id) => `operators/${id}`, 'POST', { disabled: true }, 'owner', 'support', {
    possible: addedOperator,
    impossible: onlyOwner,
  }),
  reset_password: onItem((id) => `operators/${id}/password`, 'POST', {}, 'owner', 'support', {
    possible: addedOperator,
    // Of the caller, whose password is not reset.
    impossible: onlyOwner,
  }),
  audit_log: {
    success: (world) => by(world, 'owner', 'GET', 'audit_log'),
    refusals: {
      forbidden: (world) => by(world, 'support', 'GET', 'audit_log'),
      invalid_parameters: (world) => by(world, 'owner', 'GET', 'audit_log?before=x'),
    },
  },
};
