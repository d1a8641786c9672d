/** The table `provider_accounts`: the accounts at payment providers with which users have signed in. */

import { integer, nullable, text } from '../column.ts';
import { table } from '../table.ts';

export const providerAccountsTable = table('provider_accounts', {
  provider: text,
  /** The provider's id of the customer. */
  accountId: text,
  userId: integer,
  sessionKey: nullable(text),
  updatedAt: integer,
});
