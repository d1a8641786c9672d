/** The port to the mail server of the operator. */

import type { EmailContent } from '../../domain/emails/email-content.ts';
import type { Language } from '../../domain/language.ts';
import type { Instant } from '../../domain/zoned-time.ts';

export interface Email {
  readonly to: string;
  /** The name of the sender if the configuration contains none. */
  readonly fromName: string;
  /**
   * The part of the `Message-ID` before the `@`. It is the same for each attempt to send the same e-mail, so that mail
   * systems can recognise a second copy.
   */
  readonly messageId: string;
  /** The time of the event that the e-mail reports. */
  readonly at: Instant;
  readonly language: Language;
  readonly content: EmailContent;
  /** A POST to this address ends the e-mails about the order (RFC 8058). */
  readonly unsubscribeUrl: string;
}

/**
 * `refused`: the mail server refused the e-mail permanently, so another attempt would be refused too. `reason`
 * contains no address.
 */
export type EmailOutcome = { readonly kind: 'sent' } | { readonly kind: 'refused'; readonly reason: string };

/** The mail server cannot be reached or refuses temporarily. The message contains no address and no password. */
export class MailServerUnavailable extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'MailServerUnavailable';
  }
}

export interface Mailer {
  /** @throws MailServerUnavailable, or the reason of `signal` when it aborts. */
  send(email: Email, signal: AbortSignal): Promise<EmailOutcome>;
  /** Connects and signs in without sending. @throws MailServerUnavailable */
  checkAccess(): Promise<void>;
  /**
   * Returns keyed hashes of an address, one for each key of `SECRET_KEY`. New rows get the first one, of the current
   * key; a look-up uses all, so that it finds rows that were written before a rotation. With the hashes, the service
   * counts the orders of an address without storing the address.
   */
  digestsOf(address: string): readonly [string, ...string[]];
}
