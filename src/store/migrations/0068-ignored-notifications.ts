/** The index for the deletion of notifications without effect, which earlier versions stored. */

import type { NewIndex } from './migration.ts';

export const indexes: readonly NewIndex[] = [
  { name: 'payment_notifies_ignored', on: `payment_notifies (received_at) where verdict = 'ignored'` },
];

export async function up(): Promise<void> {}
