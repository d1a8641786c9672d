/** The index by which an erasure finds the stored responses of an order. It erases many orders one after the other. */

import type { NewIndex } from './migration.ts';

export const indexes: readonly NewIndex[] = [
  { name: 'idempotency_records_by_order', on: 'idempotency_records (order_no) where order_no is not null' },
];

export async function up(): Promise<void> {}
