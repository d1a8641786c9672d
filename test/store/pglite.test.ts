import { describe } from 'node:test';
import { openPglite } from '../support/databases.ts';
import { storeContract } from './contract/store-contract.ts';

describe('the store on PGlite', () => storeContract(openPglite));
