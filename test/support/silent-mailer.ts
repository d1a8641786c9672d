/** A mailer that accepts every e-mail and sends none. */

import type { Mailer } from '../../src/usecases/ports/mailer.ts';

export const silentMailer: Mailer = {
  send: async () => ({ kind: 'sent' }),
  checkAccess: async () => {},
  digestsOf: (address) => [address],
};
