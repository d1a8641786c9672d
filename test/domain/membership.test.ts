/**
 * The end of a membership from its grants: consecutive grants, short months, and a revoked grant in the
 * middle.
 */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  isMember,
  type MembershipGrant,
  membershipEnd,
  monthsNotBegun,
} from '../../src/domain/membership.ts';
import { addMonths, formatDateTime, timeZone } from '../../src/domain/zoned-time.ts';

const zone = timeZone('Asia/Shanghai');
const at = (text: string) => Date.parse(`${text}+08:00`);

function grant(
  id: number,
  grantedAt: number,
  months: number,
  revokedAt: number | null = null,
): MembershipGrant {
  return { id, userId: 1, orderId: id, months, monthsRefunded: 0, grantedAt, revokedAt };
}

function endOf(...grants: MembershipGrant[]): string | null {
  const end = membershipEnd(grants, zone);
  return end === null ? null : formatDateTime(end, zone);
}

test('a user without a grant, or with only a revoked grant, is not a member', () => {
  assert.equal(endOf(), null);
  assert.equal(endOf(grant(1, at('2026-01-01T00:00:00'), 3, at('2026-01-02T00:00:00'))), null);
});

test('months bought during a membership begin at its end', () => {
  const first = grant(1, at('2026-01-31T10:00:00'), 1);
  assert.equal(endOf(first), '2026-02-28 10:00:00');
  assert.equal(endOf(first, grant(2, at('2026-02-01T00:00:00'), 1)), '2026-03-28 10:00:00');
});

test('months bought after the end of a membership begin when they are paid', () => {
  const grants = [grant(1, at('2026-01-10T10:00:00'), 1), grant(2, at('2026-06-15T08:00:00'), 2)];
  assert.equal(endOf(...grants), '2026-08-15 08:00:00');
});

test('a grant revoked in the middle leaves no gap: later grants begin earlier', () => {
  const first = grant(1, at('2026-01-10T10:00:00'), 1);
  const last = grant(3, at('2026-01-12T10:00:00'), 1);
  const revoked = grant(2, at('2026-01-11T10:00:00'), 12, at('2026-01-20T00:00:00'));
  assert.equal(endOf(first, revoked, last), endOf(first, last));
  assert.equal(endOf(first, revoked, last), '2026-03-10 10:00:00');
});

test('refunded months no longer count, and later grants begin earlier', () => {
  const first = { ...grant(1, at('2026-01-10T10:00:00'), 6), monthsRefunded: 4 };
  assert.equal(endOf(first), '2026-03-10 10:00:00');
  assert.equal(endOf(first, grant(2, at('2026-01-11T10:00:00'), 1)), '2026-04-10 10:00:00');
});

test('a month has begun from its first instant on', () => {
  const bought = at('2026-01-31T10:00:00');
  const notBegun = (now: string) => monthsNotBegun([grant(1, bought, 3)], 1, at(now), zone);
  assert.equal(notBegun('2026-01-31T10:00:00'), 2);
  assert.equal(notBegun('2026-02-28T09:59:59'), 2);
  assert.equal(notBegun('2026-02-28T10:00:00'), 1);
  assert.equal(notBegun('2026-03-31T10:00:00'), 0);
});

test('months that wait for the end of an earlier order have not begun, and a revoked grant has no months', () => {
  const now = at('2026-01-10T10:00:00');
  const grants = [grant(1, now, 2), grant(2, now, 3)];
  assert.equal(monthsNotBegun(grants, 2, now, zone), 3);
  assert.equal(monthsNotBegun([grant(1, now, 2, now)], 1, now, zone), 0);
  assert.equal(monthsNotBegun(grants, 9, now, zone), 0);
});

test('a user is a member until the instant at which the membership ends, and not at this instant', () => {
  const end = at('2026-02-28T10:00:00');
  assert.equal(isMember(end, end - 1), true);
  assert.equal(isMember(end, end), false);
  assert.equal(isMember(null, 0), false);
});

const anyGrants = fc
  .array(
    fc.record({
      grantedAt: fc.integer({ min: at('2024-01-01T00:00:00'), max: at('2030-01-01T00:00:00') }),
      months: fc.integer({ min: 1, max: 36 }),
      revoked: fc.boolean(),
    }),
    { maxLength: 8 },
  )
  .map((drawn) =>
    drawn.map(({ grantedAt, months, revoked }, index) =>
      grant(index + 1, grantedAt, months, revoked ? grantedAt + 1 : null),
    ),
  );

test('property: the order in which grants are read does not matter', () => {
  fc.assert(
    fc.property(
      anyGrants.chain((grants) =>
        fc.tuple(fc.constant(grants), fc.shuffledSubarray(grants, { minLength: grants.length })),
      ),
      ([grants, shuffled]) => assert.equal(membershipEnd(shuffled, zone), membershipEnd(grants, zone)),
    ),
  );
});

test('property: the order of grants made at the same time changes the end by at most three days, because months differ in length', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 36 }), { minLength: 1, maxLength: 5 }),
      fc.integer({ min: at('2024-01-01T00:00:00'), max: at('2030-01-01T00:00:00') }),
      (months, now) => {
        const forwards = membershipEnd(
          months.map((count, index) => grant(index + 1, now, count)),
          zone,
        );
        const backwards = membershipEnd(
          months.toReversed().map((count, index) => grant(index + 1, now, count)),
          zone,
        );
        assert.ok(forwards !== null && backwards !== null);
        // 31 January + 1 month + 1 month is 28 March: adding months one by one can lose up to three days.
        assert.ok(Math.abs(forwards - backwards) <= 3 * 86_400_000);
        const day = Number(formatDateTime(now, zone).slice(8, 10));
        if (day <= 28) assert.equal(forwards, backwards);
      },
    ),
  );
});

test('property: a further grant adds its months to now or to the end of the membership, whichever is later', () => {
  fc.assert(
    fc.property(anyGrants, fc.integer({ min: 1, max: 36 }), (grants, months) => {
      const now = at('2030-01-01T00:00:00');
      const before = membershipEnd(grants, zone);
      const after = membershipEnd([...grants, grant(99, now, months)], zone);
      assert.equal(after, addMonths(Math.max(now, before ?? 0), months, zone));
    }),
  );
});

test('property: a revoked grant does not change the end of the membership', () => {
  fc.assert(
    fc.property(anyGrants, (grants) => {
      const counted = grants.filter(({ revokedAt }) => revokedAt === null);
      assert.equal(membershipEnd(grants, zone), membershipEnd(counted, zone));
    }),
  );
});
