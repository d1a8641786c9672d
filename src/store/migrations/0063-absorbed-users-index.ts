/** The index by which the erasure of a user finds the users that were moved into this user. */

import type { NewIndex } from './migration.ts';

export const indexes: readonly NewIndex[] = [
  { name: 'users_by_absorber', on: 'users (absorbed_into) where absorbed_into is not null' },
];

export async function up(): Promise<void> {}
