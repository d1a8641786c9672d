/** The index by which notifications about payments that the shop does not have are found and deleted. */

import type { NewIndex } from './migration.ts';

export const indexes: readonly NewIndex[] = [
  {
    name: 'payment_notifies_foreign',
    on: `payment_notifies (received_at)
      where verdict in ('unknown_payment', 'unknown_refund')`,
  },
];

export async function up(): Promise<void> {}
