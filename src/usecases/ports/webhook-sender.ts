/** Posts signed webhooks to the operator's system. */

export interface WebhookSender {
  /**
   * One delivery, signed as Standard Webhooks demand with the time of this attempt.
   * @returns the status that the endpoint answered. @throws Error when it could not be reached.
   */
  send(event: { readonly eventId: string; readonly body: string }, signal: AbortSignal): Promise<number>;
}
