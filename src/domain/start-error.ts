/**
 * Keeps the service or a command from starting for a reason that the operator can correct. The message is one sentence
 * that names the cause and the remedy, and it is printed without a stack trace. It contains no secret.
 */
export class StartError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StartError';
  }
}
