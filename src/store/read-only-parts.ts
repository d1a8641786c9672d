/** The parts of an engine that only reads: it refuses transactions, and sends and receives no messages. */

import type { Engine } from './session.ts';

export const readOnlyParts: Pick<Engine, 'transaction' | 'subscribe' | 'publish' | 'databaseTime'> = {
  async transaction() {
    throw new Error('the database was opened for reading only');
  },
  subscribe: () => () => undefined,
  publish: () => undefined,
  databaseTime: async () => null,
};
