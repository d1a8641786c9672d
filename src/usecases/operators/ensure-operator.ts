/**
 * The first operator. The password in the environment is where it begins: once it was given, the operator's
 * own changes hold, and only another value in the environment takes its place. So a password that is lost can
 * be set by whoever runs the service, and one that was changed is not undone by a restart.
 */

import type { Deps } from '../deps.ts';
import { makePassword } from './make-password.ts';
import type { Operator } from './operator-store.ts';

export const firstOperator = 'admin';

/** No operator can have this name. */
const environment = '(environment)';

type OperatorDeps = Pick<Deps, 'store' | 'clock' | 'random' | 'passwords' | 'log'>;

/**
 * @param configured the environment's; null: one is made when there is no operator yet.
 * @returns the password that was made, to be shown once; null when none was.
 */
export async function ensureOperator(deps: OperatorDeps, configured: string | null): Promise<string | null> {
  const known = await deps.store.read.operators.byName(firstOperator);
  if (known === undefined) return addFirst(deps, configured);
  if (configured !== null) await giveUnlessGiven(deps, known, configured);
  return null;
}

async function addFirst(deps: OperatorDeps, configured: string | null): Promise<string | null> {
  const password = configured ?? makePassword(deps.random);
  const passwordHash = await deps.passwords.hash(password);
  const added = await deps.store.transaction(async (tx) => {
    await tx.operators.lockAll();
    if ((await tx.operators.byName(firstOperator)) !== undefined) return false;
    const createdAt = deps.clock.now();
    const { id } = await tx.operators.insert({ name: firstOperator, passwordHash, role: 'owner', createdAt });
    if (configured !== null) await tx.operators.saveEnvironmentHash(id, passwordHash);
    return true;
  });
  // Another process that starts at the same time was first, and has shown its password.
  if (!added) return ensureOperator(deps, configured);
  return configured === null ? password : null;
}

async function giveUnlessGiven(deps: OperatorDeps, known: Operator, configured: string): Promise<void> {
  const { passwords, store } = deps;
  const given = await store.read.operators.environmentHash(known.id);
  if (given !== null && (await passwords.matches(configured, given))) return;
  const holds = await passwords.matches(configured, known.passwordHash);
  const passwordHash = holds ? known.passwordHash : await passwords.hash(configured);
  await store.transaction(async (tx) => {
    await tx.operators.lockAll();
    // Another process that starts at the same time has given it.
    if ((await tx.operators.environmentHash(known.id)) !== given) return;
    await tx.operators.saveEnvironmentHash(known.id, passwordHash);
    if (holds) return;
    const present = await tx.operators.byId(known.id);
    if (present === undefined) throw new Error(`operator ${known.id} is gone`);
    await tx.operators.save({ ...present, passwordHash });
    const ended = await tx.sessions.endAllOf(known.id, null);
    await tx.auditLog.insert({
      at: deps.clock.now(),
      operator: environment,
      action: 'password_reset',
      targetKind: 'operator',
      targetId: known.name,
      address: null,
      requestId: null,
      reason: 'ADMIN_PASSWORD has a new value',
      before: null,
      after: { sessions_ended: ended },
    });
  });
  if (!holds) deps.log.warn({ operator: known.name }, 'password set from the environment');
}
