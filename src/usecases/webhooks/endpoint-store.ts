/** The part of the store's port for webhook endpoints. */

import type { Instant } from '../../domain/zoned-time.ts';

export type EndpointState = 'active' | 'paused' | 'off';
/** Why the service switched an endpoint off. `gone`: it answered 410. `failing`: every attempt failed for days. */
export type OffReason = 'gone' | 'failing';

export interface WebhookEndpoint {
  readonly id: number;
  /** `environment`: `EVENTS_URL` and `EVENTS_SECRET`. Its secret is not stored. */
  readonly origin: 'environment' | 'console';
  readonly url: string;
  /** The types of events that it receives; empty: all, also those of later versions. */
  readonly events: readonly string[];
  readonly state: EndpointState;
  readonly offReason: OffReason | null;
  readonly stateSince: Instant;
  /** Since when every attempt has failed; null: the last attempt succeeded. */
  readonly failingSince: Instant | null;
  readonly lastFailureAt: Instant | null;
  readonly sealedSecret: string;
  /** The secret before the last rotation, which signs too until `formerUntil`. */
  readonly formerSealedSecret: string | null;
  readonly formerUntil: Instant | null;
  readonly createdAt: Instant;
}

export type EndpointSecrets = Pick<WebhookEndpoint, 'sealedSecret' | 'formerSealedSecret' | 'formerUntil'>;

/** What the writer of an event must know of each endpoint. */
export type EndpointWish = Pick<WebhookEndpoint, 'id' | 'state' | 'events'>;

export interface EndpointReads {
  /** The endpoint of the environment first, then by age. */
  all(): Promise<WebhookEndpoint[]>;
  byId(id: number): Promise<WebhookEndpoint | undefined>;
}

export interface EndpointWrites extends EndpointReads {
  /**
   * The endpoints, from memory. A change of another process may be missing for the moment that its message takes, and a
   * change of this transaction is missing.
   */
  wishes(): Promise<readonly EndpointWish[]>;
  /** Makes other changes of endpoints wait until this transaction ends. */
  lockAll(): Promise<void>;
  /** @returns the endpoint's id. */
  insert(endpoint: Omit<WebhookEndpoint, 'id'>): Promise<number>;
  setTarget(id: number, target: Pick<WebhookEndpoint, 'url' | 'events'>): Promise<void>;
  setSecrets(id: number, secrets: EndpointSecrets): Promise<void>;
  /**
   * Also resets the record of failures.
   * @returns false: the endpoint is in this state already or does not exist.
   */
  setState(id: number, state: EndpointState, reason: OffReason | null, at: Instant): Promise<boolean>;
  setFailing(id: number, failingSince: Instant | null, lastFailureAt: Instant | null): Promise<void>;
  /** Removes the endpoint and its deliveries. */
  remove(id: number): Promise<void>;
}
