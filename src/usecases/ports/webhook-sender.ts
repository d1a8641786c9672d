/** Posts signed webhooks to the systems of the shop. */

export interface WebhookTarget {
  readonly url: string;
  /** The secrets, each `whsec_` followed by base64. A webhook gets one signature for each secret. */
  readonly secrets: readonly string[];
}

export interface WebhookSender {
  /**
   * Sends one delivery, signed according to the Standard Webhooks specification with the current time.
   * @returns the HTTP status of the response. @throws Error when the endpoint cannot be reached.
   */
  send(
    target: WebhookTarget,
    event: { readonly eventId: string; readonly body: string },
    signal: AbortSignal,
  ): Promise<number>;
  /**
   * Whether an operator may use this address for an endpoint: it begins with `https:`, contains no password and is
   * not a private IP address.
   */
  allows(url: string): boolean;
  /** `EVENTS_SECRET`, which signs for the endpoint of `EVENTS_URL`; null: not set. */
  readonly environmentSecret: string | null;
}
