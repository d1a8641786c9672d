/** A fake of the provider with which customers sign in: the code `code of alice` signs in the account `alice`. */

import { type AccountExchange, CodeRefused } from '../../src/usecases/ports/account-exchange.ts';
import { ProviderUnreachable } from '../../src/usecases/ports/payment-provider.ts';

export function fakeAccounts(): AccountExchange {
  let sessions = 0;
  return {
    name: 'wechat',
    async exchange(code) {
      if (code === 'busy') throw new ProviderUnreachable('WeChat is busy.');
      const [, accountId] = /^code of ([a-z-]+)$/.exec(code) ?? [];
      if (accountId === undefined) throw new CodeRefused('40029 invalid code');
      return { accountId, sessionKey: `session ${++sessions} of ${accountId}` };
    },
  };
}
