import { describe } from 'node:test';
import { openSqlite } from '../support/databases.ts';
import { storeContract } from './contract/store-contract.ts';

describe('the store on SQLite', () => storeContract(openSqlite));
