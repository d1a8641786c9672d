/**
 * Refused sign-ins in the audit log, which keeps everything for good: so the first of a name and client is told
 * at once, and what follows within the hour as one sum. Beyond a number of names and clients all others are one.
 */

import type { Instant } from '../../domain/zoned-time.ts';
import type { ConsoleDeps } from '../console-deps.ts';
import type { RefusedSignIn } from '../ports/console-store.ts';
import type { StoreTransaction } from '../ports/store.ts';

const windowMs = 60 * 60_000;
/** With two lines each, a flood that never ends writes about 50 kB an hour. */
export const namedMax = 100;
const others = { name: '(others)', client: '', address: null } as const;

export interface Refusal {
  readonly name: string;
  readonly address: string;
  /** What counts as one client. */
  readonly client: string;
  readonly requestId: string;
}

export async function noteRefusal(
  { store, clock }: Pick<ConsoleDeps, 'store' | 'clock'>,
  refusal: Refusal,
): Promise<void> {
  const now = clock.now();
  await store.transaction(async (tx) => {
    const open = await sumUpRefusals(tx, now);
    const known = await tx.operatorByName(refusal.name);
    const name = known?.name ?? beginningOf(refusal.name);
    const { address, client, requestId } = refusal;
    const named = { name, client, address };
    const present = find(open, named) ?? (open.length < namedMax ? undefined : find(open, others));
    if (present !== undefined) {
      return tx.saveRefusedSignIn({ ...present, times: present.times + 1, lastAt: now });
    }
    const fresh = open.length < namedMax ? named : others;
    await tx.saveRefusedSignIn({ ...fresh, times: 1, firstAt: now, lastAt: now });
    await tell(tx, { ...fresh, requestId }, 1, now);
  });
}

/**
 * Tells of those whose hour is over, and forgets them.
 * @returns the others. They stay as they are until the transaction ends.
 */
export async function sumUpRefusals(tx: StoreTransaction, now: Instant): Promise<RefusedSignIn[]> {
  const all = await tx.lockRefusedSignIns();
  const over = all.filter(({ firstAt }) => firstAt <= now - windowMs);
  for (const refused of over) {
    // The first was told when it happened.
    if (refused.times > 1) await tell(tx, { ...refused, requestId: null }, refused.times - 1, refused.lastAt);
    await tx.removeRefusedSignIn(refused);
  }
  return all.filter((refused) => !over.includes(refused));
}

function find(open: readonly RefusedSignIn[], wanted: Pick<RefusedSignIn, 'name' | 'client'>) {
  return open.find(({ name, client }) => name === wanted.name && client === wanted.client);
}

/** A name that nobody has may be a password that was typed into the wrong field. */
function beginningOf(name: string): string {
  return `${[...name].slice(0, 2).join('')}…`;
}

async function tell(
  tx: StoreTransaction,
  {
    name,
    address,
    requestId,
  }: Pick<RefusedSignIn, 'name' | 'address'> & { readonly requestId: string | null },
  times: number,
  at: Instant,
): Promise<void> {
  await tx.insertAuditEntry({
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
