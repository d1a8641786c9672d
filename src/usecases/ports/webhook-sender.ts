/** Posts signed webhooks to the operator's system. */

export interface WebhookSender {
  /**
   * Sends one delivery, signed according to the Standard Webhooks specification with the current time.
   * @returns the HTTP status of the response. @throws Error when the endpoint cannot be reached.
   */
  send(event: { readonly eventId: string; readonly body: string }, signal: AbortSignal): Promise<number>;
}
