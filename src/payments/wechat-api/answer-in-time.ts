/**
 * Limits the time in which a notification is verified. WeChat waits 5 seconds for the answer to a notification or a
 * push. Its verification can need several calls of WeChat (certificates, an access token, a query), each with a time
 * limit of its own, and together they could take longer.
 */

import { ProviderUnreachable } from '../../usecases/ports/payment-provider.ts';

/** The time limit of a verification with all its calls. */
const verificationMsMax = 4_500;

/**
 * The calls that are still running when the time is over end by their own time limits. Their answers, for example new
 * certificates, serve the repeated notification.
 * @throws ProviderUnreachable when the time is over: WeChat then repeats the notification.
 */
export function answerInTime<T>(verification: Promise<T>, limitMs = verificationMsMax): Promise<T> {
  const deadline = AbortSignal.timeout(limitMs);
  const late = new Promise<never>((_resolve, reject) => {
    const refuse = () => reject(new ProviderUnreachable('WeChat did not answer in time.'));
    deadline.addEventListener('abort', refuse, { once: true });
  });
  return Promise.race([verification, late]);
}
