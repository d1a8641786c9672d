/** The tables `sign_in_tries` and `refused_sign_ins`: failed sign-ins of operators. */

import { integer, nullable, text } from '../column.ts';
import { table } from '../table.ts';

/** How long a name or an address must wait before the next try. */
export const signInTriesTable = table('sign_in_tries', {
  /** The word `name` or `address`, followed by the name or the address that must wait. */
  subject: text,
  tries: integer,
  waitUntil: integer,
  lastAt: integer,
});

/** Recent refused sign-ins of a name by a client. The audit log receives their number after an hour. */
export const refusedSignInsTable = table('refused_sign_ins', {
  name: text,
  client: text,
  address: nullable(text),
  times: integer,
  firstAt: integer,
  lastAt: integer,
});
