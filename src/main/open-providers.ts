/** Connects the enabled payment providers. */

import type { ProviderConfig } from '../config/payment-providers.ts';
import { createAlipay } from '../payments/alipay/alipay.ts';
import { createDelivery } from '../payments/sandbox/deliver-notification.ts';
import { createSandbox, type Sandbox, type SandboxParts } from '../payments/sandbox/sandbox.ts';
import { createStripe } from '../payments/stripe/stripe.ts';
import { createWechat } from '../payments/wechat/wechat.ts';
import type { PaymentProvider } from '../usecases/ports/payment-provider.ts';

export interface OpenedProviders {
  /** The default provider first. */
  readonly providers: readonly PaymentProvider[];
  /** Null unless the sandbox is enabled. */
  readonly sandbox: Sandbox | null;
}

export type ProviderParts = Omit<SandboxParts, 'deliver'>;

export function openProviders(configs: readonly ProviderConfig[], parts: ProviderParts): OpenedProviders {
  const opened = configs.map((config) => openProvider(config, parts));
  return {
    providers: opened.map(({ provider }) => provider),
    sandbox: opened.find((one) => one.sandbox !== undefined)?.sandbox ?? null,
  };
}

function openProvider(
  config: ProviderConfig,
  parts: ProviderParts,
): { readonly provider: PaymentProvider; readonly sandbox?: Sandbox } {
  switch (config.name) {
    case 'sandbox': {
      const sandbox = createSandbox({ ...parts, deliver: createDelivery() });
      return { provider: sandbox.provider, sandbox };
    }
    case 'wechat':
      return { provider: createWechat({ ...config, clock: parts.clock, random: parts.random }) };
    case 'alipay':
      return { provider: createAlipay({ ...config, clock: parts.clock }) };
    case 'stripe':
      return { provider: createStripe({ ...config, clock: parts.clock, random: parts.random }) };
  }
}
