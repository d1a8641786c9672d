/** A fixture for the tests of the console's use cases: dependencies, operators and the audit log. */

import type { OperatorRole } from '../../src/domain/operator-roles.ts';
import type { ConsoleDeps } from '../../src/http/app-options.ts';
import type { AuditEntry } from '../../src/usecases/callers/audit-store.ts';
import type { SessionCaller } from '../../src/usecases/callers/caller.ts';
import type { Deps } from '../../src/usecases/deps.ts';
import { clockStart } from './manual-clock.ts';

export function consoleDeps(deps: Deps, changes: Partial<ConsoleDeps> = {}): ConsoleDeps {
  return {
    ...deps,
    imageProtections: { active: ['permission_model'], missing: ['no_network'], reason: null },
    providerCalls: { figures: () => [], onCall: () => {} },
    diskSpace: async () => ({ freeBytes: 40, totalBytes: 100 }),
    copySampleFace: async () => {},
    version: '1.2.3',
    clockState: () => ({ steppedMs: 0, deadlinesHeldMs: 0 }),
    databaseKind: 'sqlite',
    startedAt: deps.clock.now(),
    ...changes,
  };
}

/** An operator who has proved the identity at the start of the test's clock. */
export function operatorOf(role: OperatorRole, name = 'anna'): SessionCaller {
  const operator = { id: 1, name, passwordHash: '', role, createdAt: null, disabledAt: null };
  const source = { address: '192.0.2.7', requestId: 'request-of-anna' };
  return { kind: 'operator', operator, sessionId: 1, provenAt: clockStart, ...source };
}

/** The operator after a proof of the identity at the present time of the test's clock. */
export function provenNow(caller: SessionCaller, { clock }: Pick<Deps, 'clock'>): SessionCaller {
  return { ...caller, provenAt: clock.now() };
}

/** The entries of the audit log, newest first. */
export function auditLog({ store }: Pick<Deps, 'store'>): Promise<AuditEntry[]> {
  const filter = { operator: null, action: null, targetKind: null, targetId: null };
  return store.read.auditLog.entries(filter, null, 100);
}
