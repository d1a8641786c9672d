/**
 * Records refused sign-ins in the audit log. The log is never purged, so an attack must not fill it. The first refusal
 * of a name and client is recorded at once. Further refusals within an hour are recorded as one sum. At most 100 pairs
 * of name and client are counted separately; all others share one sum.
 */

import type { Instant } from '../../domain/zoned-time.ts';
import type { Deps } from '../deps.ts';
import type { StoreTransaction } from '../ports/store.ts';
import type { RefusedSignIn } from './sign-in-store.ts';

const windowMs = 60 * 60_000;
/**
 * The maximum number of pairs of a name and a client that get entries of their own in an hour. Each pair writes at most
 * two entries an hour, so an attack writes at most about 50 kB an hour.
 */
export const namedMax = 100;
const others = { name: '(others)', client: '', address: null } as const;

interface Refusal {
  readonly name: string;
  readonly address: string;
  /** The key by which rate limits count this client. */
  readonly client: string;
  readonly requestId: string;
}

export async function recordRefusedSignIn(
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  refusal: Refusal,
): Promise<void> {
  const now = clock.now();
  await store.transaction(async (tx) => {
    const open = await sumUpRefusals(tx, now);
    const known = await tx.operators.byName(refusal.name);
    const name = known?.name ?? beginningOf(refusal.name);
    const { address, client, requestId } = refusal;
    const named = { name, client, address };
    const present = find(open, named) ?? (open.length < namedMax ? undefined : find(open, others));
    if (present !== undefined) {
      return tx.signIns.saveRefused({ ...present, times: present.times + 1, lastAt: now });
    }
    const fresh = open.length < namedMax ? named : others;
    await tx.signIns.saveRefused({ ...fresh, times: 1, firstAt: now, lastAt: now });
    await record(tx, { ...fresh, requestId }, 1, now);
  });
}

/**
 * Writes an audit entry for each sum whose hour is over, and deletes the sum.
 * @returns the remaining sums, locked until the transaction ends.
 */
export async function sumUpRefusals(tx: StoreTransaction, now: Instant): Promise<RefusedSignIn[]> {
  const all = await tx.signIns.lockRefused();
  const over = all.filter(({ firstAt }) => firstAt <= now - windowMs);
  for (const refused of over) {
    // The first refusal of the sum was recorded when it happened, so a sum of one needs no further entry.
    if (refused.times > 1)
      await record(tx, { ...refused, requestId: null }, refused.times - 1, refused.lastAt);
    await tx.signIns.removeRefused(refused);
  }
  return all.filter((refused) => !over.includes(refused));
}

function find(open: readonly RefusedSignIn[], wanted: Pick<RefusedSignIn, 'name' | 'client'>) {
  return open.find(({ name, client }) => name === wanted.name && client === wanted.client);
}

/**
 * The audit log must not contain passwords, and an unknown name may be a password that was typed into the
 * wrong field.
 */
function beginningOf(name: string): string {
  return `${[...name].slice(0, 2).join('')}…`;
}

async function record(
  tx: StoreTransaction,
  {
    name,
    address,
    requestId,
  }: Pick<RefusedSignIn, 'name' | 'address'> & { readonly requestId: string | null },
  times: number,
  at: Instant,
): Promise<void> {
  await tx.auditLog.insert({
    at,
    operator: name,
    action: 'sign_in_refused',
    targetKind: 'operator',
    targetId: name,
    address,
    requestId,
    reason: null,
    before: null,
    after: { times },
  });
}
