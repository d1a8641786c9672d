/** The contract of every payment provider, on WeChat Pay with its public key and with platform certificates. */

import type { Random } from '../../../src/usecases/ports/tools.ts';
import { testPaymentProvider } from '../provider-contract.ts';
import { openWechatFixture } from './wechat-fixture.ts';

/** Returns the same bytes each time, so that two openings of a payment have the same nonce and return the same data. */
const constant: Random = { bytes: (count) => new Uint8Array(count).fill(7) };

testPaymentProvider('wechat, public key', (context) => openWechatFixture(context, 'public key', constant));
testPaymentProvider('wechat, platform certificates', (context) =>
  openWechatFixture(context, 'certificates', constant),
);
