/**
 * Protects the stored responses to anonymous callers. Only the idempotency key proves that a repeated call comes from
 * the anonymous caller who made the first call. A person without the key can neither find the stored response nor
 * read the token in it.
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
