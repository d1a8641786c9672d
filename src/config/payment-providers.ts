/** Which payment providers are enabled, and the configuration of each. */

import { type AlipayConfig, readAlipay } from './alipay.ts';
import type { Reader } from './environment-reader.ts';
import { readStripe, type StripeConfig } from './stripe.ts';
import { readWechat, type WechatConfig } from './wechat.ts';
import { readWechatVirtual, type WechatVirtualConfig } from './wechat-virtual.ts';

/**
 * The name of the built-in test bank. Its customers pay nothing, so a shop that also takes real money must
 * not offer it.
 */
const sandbox = 'sandbox';

export type ProviderConfig =
  | { readonly name: typeof sandbox }
  | WechatConfig
  | AlipayConfig
  | StripeConfig
  | WechatVirtualConfig;

/** Each reader adds a problem for every value that is missing or wrong. */
const readers: Readonly<Record<string, (read: Reader) => ProviderConfig | null>> = {
  [sandbox]: () => ({ name: sandbox }),
  wechat: readWechat,
  alipay: readAlipay,
  stripe: readStripe,
  wechat_virtual: readWechatVirtual,
};

/** @returns the enabled providers, the default provider first. */
export function readProviders(read: Reader): readonly ProviderConfig[] {
  const names = [...new Set(read.list('PAYMENT_PROVIDERS'))];
  if (names.length === 0) return [{ name: sandbox }];
  read.problems.push(...providerProblems(names, Object.keys(readers)));
  return names.flatMap((name) => readers[name]?.(read) ?? []);
}

/** @returns what is wrong with the list of providers. */
export function providerProblems(names: readonly string[], known: readonly string[]): string[] {
  const problems = names
    .filter((name) => !known.includes(name))
    .map((name) => `PAYMENT_PROVIDERS must list only ${known.join(', ')}, not "${name}".`);
  const others = names.filter((name) => name !== sandbox);
  if (names.includes(sandbox) && others.length > 0) {
    problems.push(
      `PAYMENT_PROVIDERS must not list sandbox beside ${others.join(', ')}: with the sandbox every order is free.`,
    );
  }
  return problems;
}
