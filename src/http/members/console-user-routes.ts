/** Console API: search and show users, grant and end months of membership. */

import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { isMember } from '../../domain/membership.ts';
import type { Instant } from '../../domain/zoned-time.ts';
import { endMonths, grantMonths } from '../../usecases/members/grant-months.ts';
import type { UserRecord } from '../../usecases/members/member-store.ts';
import { mergeGuest } from '../../usecases/members/merge-guest.ts';
import {
  type ListedGrant,
  searchUsers,
  showUser,
  type UserDetail,
} from '../../usecases/members/search-users.ts';
import type { ConsoleContext } from '../console/console-context.ts';
import { consolePrefix, consoleSchema } from '../console/console-schema.ts';
import { idCursor, idCursorText } from '../console/page-cursors.ts';
import { idParams, reasonBody } from '../console/schema-fields.ts';
import { utcText, utcTextOrNull } from '../console/utc-text.ts';
import {
  grantBody,
  grantParams,
  mergeBody,
  userDetailSchema,
  usersQuery,
  usersSchema,
} from './console-user-schemas.ts';

function userToWire(user: UserRecord, now: Instant) {
  return {
    id: user.id,
    kind: user.kind,
    issuer: user.issuer,
    subject: user.subject,
    created_at: utcText(user.createdAt),
    erased_at: utcTextOrNull(user.erasedAt),
    member_until: utcTextOrNull(user.memberUntil),
    is_member: isMember(user.memberUntil, now),
  };
}

function grantToWire(grant: ListedGrant) {
  return {
    id: grant.id,
    order_id: grant.orderId,
    order_no: grant.orderNo,
    months: grant.months,
    months_refunded: grant.monthsRefunded,
    granted_at: utcText(grant.grantedAt),
    until: utcTextOrNull(grant.until),
    can_end: grant.canEnd,
    granted_by: grant.grantedBy,
    reason: grant.reason,
    revoked_at: utcTextOrNull(grant.revokedAt),
    revoked_by: grant.revokedBy,
    revoke_reason: grant.revokeReason,
  };
}

function detailToWire({ user, grants, figures }: UserDetail, now: Instant) {
  return {
    ...userToWire(user, now),
    orders: figures.orders,
    last_order_at: utcTextOrNull(figures.lastOrderAt),
    spent: figures.spent.map(({ currency, amountMinor, orders }) => ({
      currency,
      amount: amountMinor,
      orders,
    })),
    grants: grants.map(grantToWire),
  };
}

export function registerConsoleUserRoutes(plain: FastifyInstance, context: ConsoleContext): void {
  registerReads(plain, context);
  registerMonths(plain, context);
  registerMerge(plain, context);
}

function registerReads(plain: FastifyInstance, { deps, callerOf }: ConsoleContext): void {
  const app = plain.withTypeProvider<TypeBoxTypeProvider>();
  const search = consoleSchema(
    {
      name: 'search_users',
      summary: 'Search users',
      answer: usersSchema,
      answerDescription: 'The users, newest first.',
    },
    { querystring: usersQuery },
  );
  app.get(`${consolePrefix}users`, { schema: search }, async (request) => {
    const { id = null, subject = null, before, limit = 50 } = request.query;
    const page = await searchUsers(deps, callerOf(request), { id, subject }, idCursor(before), limit);
    const now = deps.clock.now();
    return { users: page.users.map((user) => userToWire(user, now)), before: idCursorText(page.next) };
  });

  const show = consoleSchema(
    {
      name: 'show_user',
      summary: 'Show a user',
      answer: userDetailSchema,
      answerDescription: 'The user as they are now.',
      errors: ['unknown_item'],
    },
    { params: idParams },
  );
  app.get(`${consolePrefix}users/:id`, { schema: show }, async (request) =>
    detailToWire(await showUser(deps, callerOf(request), request.params.id), deps.clock.now()),
  );
}

function registerMonths(plain: FastifyInstance, { deps, callerOf }: ConsoleContext): void {
  const app = plain.withTypeProvider<TypeBoxTypeProvider>();
  const changed = { answer: userDetailSchema, answerDescription: 'The user as they are now.' } as const;
  const grant = consoleSchema(
    {
      ...changed,
      name: 'grant_months',
      summary: 'Grant months of membership',
      errors: ['unknown_item', 'illegal_transition'],
    },
    { params: idParams, body: grantBody },
  );
  app.post(`${consolePrefix}users/:id/grants`, { schema: grant }, async (request) => {
    const { id } = request.params;
    const { months, reason, grants_before: grantsBefore = null } = request.body;
    await grantMonths(deps, callerOf(request), id, { months, reason, grantsBefore });
    return detailToWire(await showUser(deps, callerOf(request), id), deps.clock.now());
  });

  const end = consoleSchema(
    {
      ...changed,
      name: 'end_months',
      summary: 'End months that an operator granted',
      description:
        'The months after them begin earlier. Months that were bought can only be ended by a refund of their order, and months that are over cannot be ended.',
      errors: ['unknown_item', 'illegal_transition'],
    },
    { params: grantParams, body: reasonBody },
  );
  app.post(`${consolePrefix}users/:id/grants/:grant_id/end`, { schema: end }, async (request) => {
    const { id, grant_id: grantId } = request.params;
    await endMonths(deps, callerOf(request), id, grantId, request.body.reason);
    return detailToWire(await showUser(deps, callerOf(request), id), deps.clock.now());
  });
}

function registerMerge(plain: FastifyInstance, { deps, callerOf }: ConsoleContext): void {
  const merge = consoleSchema(
    {
      name: 'merge_guest',
      summary: 'Move everything of a guest to a signed-in user',
      description:
        'Moves orders, months of membership, accounts at payment providers and notes. Cannot be undone.',
      answer: userDetailSchema,
      answerDescription: 'The signed-in user as they are now.',
      errors: ['unknown_item', 'illegal_transition'],
    },
    { params: idParams, body: mergeBody },
  );
  plain
    .withTypeProvider<TypeBoxTypeProvider>()
    .post(`${consolePrefix}users/:id/merge`, { schema: merge }, async (request) => {
      const { into, reason } = request.body;
      await mergeGuest(deps, callerOf(request), request.params.id, into, reason);
      return detailToWire(await showUser(deps, callerOf(request), into), deps.clock.now());
    });
}
