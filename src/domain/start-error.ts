/**
 * The reason why the service or a command cannot start, if the operator can correct it. The message is one
 * sentence that names the cause and the remedy, and it is printed without a stack trace. It contains no
 * secret.
 */
export class StartError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StartError';
  }
}
