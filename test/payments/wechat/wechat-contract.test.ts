/** The contract of every payment provider, on WeChat Pay with its public key and with platform certificates. */

import { testPaymentProvider } from '../provider-contract.ts';
import { openWechatFixture } from './wechat-fixture.ts';

testPaymentProvider('wechat, public key', (context) => openWechatFixture(context));
testPaymentProvider('wechat, platform certificates', (context) => openWechatFixture(context, 'certificates'));
