/**
 * Webhook endpoints, managed by owners. Each change needs a recent proof of identity: an endpoint receives the numbers
 * of all orders, and a stolen session must not be able to redirect them.
 */

import { AppError, invalidParameter } from '../../domain/errors.ts';
import { testEvent } from '../../domain/webhook-events.ts';
import { type Act, perform } from '../act.ts';
import type { AuditAction, AuditFacts } from '../callers/audit-store.ts';
import type { OperatorCaller, SessionCaller } from '../callers/caller.ts';
import { operatorActor } from '../callers/order-access.ts';
import { requirePermission } from '../callers/permissions.ts';
import { requireRecentProof } from '../callers/recent-proof.ts';
import { recordAudit } from '../callers/record-audit.ts';
import type { Deps } from '../deps.ts';
import { writeEvent } from './add-webhook.ts';
import { endpointsMax } from './endpoint-gate.ts';
import { newEndpointSecret, secretOwner } from './endpoint-secrets.ts';
import type { WebhookEndpoint } from './endpoint-store.ts';
import { newEndpoint } from './new-endpoint.ts';
import { releaseSoon } from './release-webhooks-job.ts';

/**
 * How long deliveries are signed with the former secret too, so that the receiver has time to switch to the new
 * secret.
 */
export const overlapMs = 24 * 60 * 60_000;

type ManageDeps = Pick<Deps, 'store' | 'clock' | 'random' | 'settings' | 'factors' | 'webhooks'>;

export interface EndpointTarget {
  readonly url: string;
  /** Empty: all types of events. */
  readonly events: readonly string[];
}

export interface EndpointChange extends EndpointTarget {
  /** Whether the stored endpoint is the version that the operator edited. Null: overwrite any version. */
  readonly isUnchanged: ((stored: WebhookEndpoint) => boolean) | null;
}

export interface EndpointWithSecret {
  readonly endpoint: WebhookEndpoint;
  /** Shown once. */
  readonly secret: string;
}

/** @throws AppError `forbidden` */
export async function listEndpoints(
  { store }: Pick<Deps, 'store'>,
  caller: OperatorCaller,
): Promise<WebhookEndpoint[]> {
  requirePermission(caller, 'webhooks_see');
  return store.read.webhookEndpoints.all();
}

/** @throws AppError `forbidden`, `invalid_parameters`, `illegal_transition` (too many endpoints). */
export async function addEndpoint(
  deps: ManageDeps,
  caller: SessionCaller,
  target: EndpointTarget,
): Promise<EndpointWithSecret> {
  requireAddress(deps, target.url);
  const secret = newEndpointSecret(deps.random);
  const endpoint = await manage(deps, caller, async (act) => {
    const { tx } = act;
    if ((await tx.webhookEndpoints.all()).length >= endpointsMax) {
      throw new AppError('illegal_transition', `Remove one of the ${endpointsMax} endpoints first.`, {
        reason: 'too_many_webhook_endpoints',
      });
    }
    const id = await tx.webhookEndpoints.insert(
      newEndpoint({ ...target, origin: 'console' }, act.clock.now()),
    );
    // Seal the secret after the insertion, because the endpoint's id is a part of the seal.
    const sealedSecret = deps.factors.seals.seal(secret, secretOwner(id));
    await tx.webhookEndpoints.setSecrets(id, { sealedSecret, formerSealedSecret: null, formerUntil: null });
    await audit(act, caller, 'webhook_endpoint_added', id, null, targetFacts(target));
    return endpointOf(act, id);
  });
  return { endpoint, secret };
}

/**
 * @throws AppError `forbidden`, `invalid_parameters`, `unknown_item`, `illegal_transition` (set by the environment, or
 * changed by another operator).
 */
export async function changeEndpoint(
  deps: ManageDeps,
  caller: SessionCaller,
  id: number,
  { isUnchanged, ...target }: EndpointChange,
): Promise<WebhookEndpoint> {
  requireAddress(deps, target.url);
  return manage(deps, caller, async (act) => {
    const before = await editableEndpoint(act, id);
    if (isUnchanged?.(before) === false) throw endpointChanged();
    await act.tx.webhookEndpoints.setTarget(id, target);
    await audit(act, caller, 'webhook_endpoint_changed', id, targetFacts(before), targetFacts(target));
    return endpointOf(act, id);
  });
}

/**
 * Gives the endpoint a new secret. For one more day, deliveries are signed with the former secret too. A secret that
 * was replaced by an earlier rotation is no longer used.
 * @throws AppError `forbidden`, `unknown_item`, `illegal_transition` (set by the environment).
 */
export async function rotateSecret(
  deps: ManageDeps,
  caller: SessionCaller,
  id: number,
): Promise<EndpointWithSecret> {
  const secret = newEndpointSecret(deps.random);
  const sealedSecret = deps.factors.seals.seal(secret, secretOwner(id));
  const endpoint = await manage(deps, caller, async (act) => {
    const { sealedSecret: formerSealedSecret } = await editableEndpoint(act, id);
    const formerUntil = act.clock.now() + overlapMs;
    await act.tx.webhookEndpoints.setSecrets(id, { sealedSecret, formerSealedSecret, formerUntil });
    await audit(act, caller, 'webhook_secret_rotated', id, null, {
      former_until: new Date(formerUntil).toISOString(),
    });
    return endpointOf(act, id);
  });
  return { endpoint, secret };
}

/** Pauses deliveries to an endpoint. A repeated call changes nothing. @throws AppError `forbidden`, `unknown_item` */
export async function pauseEndpoint(
  deps: ManageDeps,
  caller: SessionCaller,
  id: number,
): Promise<WebhookEndpoint> {
  return manage(deps, caller, async (act) => {
    const { state } = await endpointOf(act, id);
    // An endpoint that is switched off stays off, so that operators still see the reason.
    if (state !== 'active') return endpointOf(act, id);
    await act.tx.webhookEndpoints.setState(id, 'paused', null, act.clock.now());
    await audit(act, caller, 'webhook_endpoint_paused', id, { state }, { state: 'paused' });
    return endpointOf(act, id);
  });
}

/**
 * Makes an endpoint active again and sends it the events that were held for it. A repeated call changes nothing.
 * @throws AppError the errors of `pauseEndpoint`.
 */
export async function resumeEndpoint(
  deps: ManageDeps,
  caller: SessionCaller,
  id: number,
): Promise<WebhookEndpoint> {
  return manage(deps, caller, async (act) => {
    const { state } = await endpointOf(act, id);
    if (await act.tx.webhookEndpoints.setState(id, 'active', null, act.clock.now())) {
      await releaseSoon(act);
      await audit(act, caller, 'webhook_endpoint_resumed', id, { state }, { state: 'active' });
    }
    return endpointOf(act, id);
  });
}

/** @throws AppError `forbidden`, `unknown_item`, `illegal_transition` (set by the environment). */
export async function removeEndpoint(deps: ManageDeps, caller: SessionCaller, id: number): Promise<void> {
  await manage(deps, caller, async (act) => {
    const before = await editableEndpoint(act, id);
    await act.tx.webhookEndpoints.remove(id);
    await audit(act, caller, 'webhook_endpoint_removed', id, targetFacts(before), null);
  });
}

/** Sends the event `webhook.test` to this endpoint only. @throws AppError `forbidden`, `unknown_item` */
export async function testEndpoint(deps: ManageDeps, caller: SessionCaller, id: number): Promise<void> {
  await manage(deps, caller, async (act) => {
    const endpoint = await endpointOf(act, id);
    const event = await writeEvent(act, [endpoint], testEvent, null, { endpoint_id: id });
    await audit(act, caller, 'webhook_tested', id, null, { event_id: event.eventId });
  });
}

async function manage<T>(
  deps: ManageDeps,
  caller: SessionCaller,
  work: (act: Act) => Promise<T>,
): Promise<T> {
  requirePermission(caller, 'webhooks_manage');
  requireRecentProof(caller, deps.clock.now());
  const cause = { actor: operatorActor(caller), requestId: caller.requestId };
  return perform(deps, cause, async (act) => {
    await act.tx.webhookEndpoints.lockAll();
    return work(act);
  });
}

/** @throws AppError `unknown_item` */
export async function endpointOf({ tx }: Pick<Act, 'tx'>, id: number): Promise<WebhookEndpoint> {
  const endpoint = await tx.webhookEndpoints.byId(id);
  if (endpoint !== undefined) return endpoint;
  throw unknownEndpoint();
}

export function unknownEndpoint(): AppError {
  return new AppError('unknown_item', 'This webhook endpoint does not exist.', {
    reason: 'unknown_webhook_endpoint',
  });
}

async function editableEndpoint(act: Act, id: number): Promise<WebhookEndpoint> {
  const endpoint = await endpointOf(act, id);
  if (endpoint.origin === 'console') return endpoint;
  throw new AppError('illegal_transition', 'EVENTS_URL and EVENTS_SECRET set this endpoint.', {
    reason: 'webhook_endpoint_of_environment',
  });
}

function endpointChanged(): AppError {
  return new AppError('illegal_transition', 'Another operator changed this endpoint. Load it again.', {
    reason: 'webhook_endpoint_changed',
  });
}

function requireAddress({ webhooks }: Pick<Deps, 'webhooks'>, url: string): void {
  if (webhooks.allows(url)) return;
  throw invalidParameter('url', 'webhook_address', 'must be a public https:// address without a password');
}

/** Returns the URL without path and query, which may contain a secret of the receiver. */
export function originOf(url: string): string {
  return URL.parse(url)?.origin ?? '';
}

function targetFacts({ url, events }: EndpointTarget): AuditFacts {
  return { address: originOf(url), events: events.join(' ') };
}

async function audit(
  act: Act,
  caller: OperatorCaller,
  action: AuditAction,
  id: number,
  before: AuditFacts | null,
  after: AuditFacts | null,
): Promise<void> {
  const targetKind = 'webhook_endpoint';
  await recordAudit(act, caller, { action, targetKind, targetId: String(id), reason: null, before, after });
}
