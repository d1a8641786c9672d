/** The index by which a report of a provider about a joint payment finds its attempts. */

import type { NewIndex } from './migration.ts';

export const indexes: readonly NewIndex[] = [
  { name: 'payment_attempts_by_joint', on: 'payment_attempts (joint_no) where joint_no is not null' },
];

export async function up(): Promise<void> {}
