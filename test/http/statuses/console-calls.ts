/** Calls of the console’s API by an operator of a role, and the cases that many operations share. */

import type { OperatorRole } from '../../../src/domain/operator-roles.ts';
import type { Call, OperationCases, World } from './operation-cases.ts';

export const reason = 'A customer wrote.';
export function by(
  { signedIn }: World,
  role: OperatorRole,
  method: Call['method'],
  path: string,
  payload?: object,
): Call {
  const { cookie, token } = signedIn[role];
  return {
    method,
    url: `/admin/api/${path}`,
    ...(payload === undefined ? {} : { payload }),
    headers: {
      cookie,
      ...(method === 'GET' ? {} : { 'x-csrf-token': token, 'sec-fetch-site': 'same-origin' }),
    },
  };
}

/** A list or a single item that every role may read. */
export function read(path: string, wrongQuery?: string): OperationCases {
  return {
    success: (world) => by(world, 'viewer', 'GET', path),
    refusals:
      wrongQuery === undefined
        ? {}
        : {
            invalid_parameters: (world) => by(world, 'viewer', 'GET', `${path.split('?')[0]}?${wrongQuery}`),
          },
  };
}

export function onItem(
  path: (id: number | string) => string,
  method: 'POST' | 'DELETE',
  payload: object | undefined,
  may: OperatorRole,
  mayNot: OperatorRole,
  ids: {
    readonly possible: (world: World) => Promise<number>;
    readonly impossible?: (world: World) => Promise<number>;
    /** The body that makes the service refuse the call, if the state of the item alone does not. */
    readonly impossiblePayload?: object;
  },
): OperationCases {
  const of = (world: World, id: number | string, role = may, body = payload) =>
    by(world, role, method, path(id), body);
  const { impossible } = ids;
  return {
    success: async (world) => of(world, await ids.possible(world)),
    refusals: {
      forbidden: (world) => of(world, 999_999, mayNot),
      unknown_item: (world) => of(world, 999_999),
      invalid_parameters: (world) => of(world, 'none'),
      ...(impossible === undefined
        ? {}
        : {
            illegal_transition: async (world: World) =>
              of(world, await impossible(world), may, ids.impossiblePayload ?? payload),
          }),
    },
  };
}
