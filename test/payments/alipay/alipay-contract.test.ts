/** Runs the contract of every payment provider on each channel of Alipay: page, page for phones, and QR code. */

import { testPaymentProvider } from '../provider-contract.ts';
import { openAlipayFixture } from './alipay-fixture.ts';

for (const channel of ['page', 'wap', 'qr']) {
  testPaymentProvider(`alipay (${channel})`, async (context) => {
    const bench = await openAlipayFixture(context);
    // The suite opens its payments on the first channel.
    return { ...bench, provider: { ...bench.provider, channels: [channel] } };
  });
}
