/**
 * The store's contract on PGlite, for machines without a PostgreSQL server. `postgres.test.ts` runs the same contract
 * on a server.
 */

import { describe } from 'node:test';
import { openPglite } from '../support/databases.ts';
import { findBinaries } from '../support/postgres-server.ts';
import { storeContract } from './contract/store-contract.ts';

const hasServer = process.env.TEST_DATABASE_URL !== undefined || findBinaries() !== undefined;

describe('the store on PGlite', { skip: hasServer && 'PostgreSQL itself is here' }, () =>
  storeContract(openPglite),
);
