/** Starts the fake of a payment provider by the provider's name. */

import { openAlipayBank } from './alipay-bank.ts';
import type { Bank } from './bank.ts';
import { openStripeBank } from './stripe-bank.ts';
import { openVirtualBank } from './virtual-bank.ts';
import { openWechatBank } from './wechat-bank.ts';

export const bankNames = ['stripe', 'wechat', 'wechat_virtual', 'alipay'] as const;
export type BankName = (typeof bankNames)[number];

export function openBank(name: BankName): Promise<Bank> {
  switch (name) {
    case 'stripe':
      return openStripeBank();
    case 'wechat':
      return openWechatBank();
    case 'wechat_virtual':
      return openVirtualBank();
    case 'alipay':
      return openAlipayBank();
  }
}
