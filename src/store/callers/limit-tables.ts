/** The tables `spent_limits` and `held_places`: what the clients of the shop use of its limits. */

import { integer, text } from '../column.ts';
import { table } from '../table.ts';

export const spentLimitsTable = table('spent_limits', {
  key: text,
  windowMs: integer,
  /** The time that it takes to restore what the latest report added. */
  spentMs: integer,
  restoredAt: integer,
});

export const heldPlacesTable = table('held_places', {
  key: text,
  process: text,
  held: integer,
  keptUntil: integer,
});
