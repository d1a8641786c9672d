/** The sentences of the store's port as tests, for one database. */

import type { OpenTestDatabase } from '../../support/databases.ts';
import { consoleOrderContract } from './console-orders.ts';
import { consolePeopleContract } from './console-people.ts';
import { consoleWorkContract } from './console-work.ts';
import { jobContract } from './jobs.ts';
import { orderContract } from './orders.ts';
import { paymentContract } from './payments.ts';
import { peopleContract } from './people.ts';
import { transactionContract } from './transactions.ts';

export function storeContract(open: OpenTestDatabase): void {
  orderContract(open);
  paymentContract(open);
  peopleContract(open);
  jobContract(open);
  consoleOrderContract(open);
  consolePeopleContract(open);
  consoleWorkContract(open);
  transactionContract(open);
}
