/**
 * The tests that every payment provider must pass. Each adapter runs them against a bank that the tests
 * control: the sandbox's own bank, or a local fake of the provider's servers.
 */

import { describe } from 'node:test';
import { testForgeries, testNotifies } from './contract/notifies.ts';
import { testClosing, testPayments } from './contract/payments.ts';
import type { OpenProviderFixture } from './contract/provider-fixture.ts';
import { testPartialRefunds, testRefunds, testSlowRefunds } from './contract/refunds.ts';

export function testPaymentProvider(name: string, open: OpenProviderFixture): void {
  describe(`payment provider ${name}`, () => {
    testPayments(open);
    testClosing(open);
    testNotifies(open);
    testForgeries(open);
    testRefunds(open);
    testPartialRefunds(open);
    testSlowRefunds(open);
  });
}
