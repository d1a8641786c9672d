/** The part of the store's port for webhook endpoints. */

import type { Instant } from '../../domain/zoned-time.ts';

export type EndpointState = 'active' | 'paused' | 'off';
/**
 * Why the service switched an endpoint off. `gone`: the endpoint answered 410. `failing`: every attempt has failed
 * for three days.
 */
export type OffReason = 'gone' | 'failing';

export interface WebhookEndpoint {
  readonly id: number;
  /**
   * `environment`: `EVENTS_URL` and `EVENTS_SECRET` configure the endpoint, and its secret is not stored in the
   * database.
   */
  readonly origin: 'environment' | 'console';
  readonly url: string;
  /** The types of events that the endpoint receives; empty: all types, including types of later versions. */
  readonly events: readonly string[];
  readonly state: EndpointState;
  readonly offReason: OffReason | null;
  readonly stateSince: Instant;
  /** Since when every attempt has failed; null: the last attempt succeeded. */
  readonly failingSince: Instant | null;
  readonly lastFailureAt: Instant | null;
  readonly sealedSecret: string;
  /**
   * The sealed secret that was replaced by the last rotation. Until `formerUntil`, deliveries are signed with this
   * secret too.
   */
  readonly formerSealedSecret: string | null;
  readonly formerUntil: Instant | null;
  readonly createdAt: Instant;
}

export type EndpointSecrets = Pick<WebhookEndpoint, 'sealedSecret' | 'formerSealedSecret' | 'formerUntil'>;

/** The fields of an endpoint that decide whether it receives an event, and whether the delivery is held. */
export type EndpointWish = Pick<WebhookEndpoint, 'id' | 'state' | 'events'>;

export interface EndpointReads {
  /** All endpoints: first the endpoint of the environment, then the others, oldest first. */
  all(): Promise<WebhookEndpoint[]>;
  byId(id: number): Promise<WebhookEndpoint | undefined>;
}

export interface EndpointWrites extends EndpointReads {
  /**
   * The endpoints as this process has them in memory. A change by another process may be missing until its message
   * arrives, and a change by this transaction may be missing.
   */
  wishes(): Promise<readonly EndpointWish[]>;
  /** Prevents other transactions from changing endpoints until this transaction ends. */
  lockAll(): Promise<void>;
  /** @returns the endpoint's id. */
  insert(endpoint: Omit<WebhookEndpoint, 'id'>): Promise<number>;
  /** Clears `failingSince` and `lastFailureAt` if the address changes, because its failures belong to the former one. */
  setTarget(id: number, target: Pick<WebhookEndpoint, 'url' | 'events'>): Promise<void>;
  setSecrets(id: number, secrets: EndpointSecrets): Promise<void>;
  /**
   * Writes the state, and clears `failingSince` and `lastFailureAt`.
   * @returns false when the endpoint is in this state already or does not exist.
   */
  setState(id: number, state: EndpointState, reason: OffReason | null, at: Instant): Promise<boolean>;
  setFailing(id: number, failingSince: Instant | null, lastFailureAt: Instant | null): Promise<void>;
  /** Removes the endpoint and its deliveries. */
  remove(id: number): Promise<void>;
}
