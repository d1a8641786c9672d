/**
 * Protects the stored responses of anonymous callers. Nothing but the idempotency key proves that an
 * anonymous caller is the one who made the first call, so only the holder of the key can find the response
 * and read its secrets.
 */

/** An anonymous caller's idempotency key, and the client (`http/callers/client-address.ts`) that sent it. */
export interface AnonymousKey {
  readonly key: string;
  readonly client: string;
}

export interface AnswerSeals {
  /**
   * The name under which a response is stored. Neither the key nor the client can be computed from the name.
   */
  nameOf(key: AnonymousKey): string;
  seal(key: AnonymousKey, text: string): string;
  /** @throws Error when `sealed` is damaged or was sealed with another key. */
  open(key: AnonymousKey, sealed: string): string;
}
