/** Connects the enabled payment providers. */

import type { ProviderConfig } from '../config/payment-providers.ts';
import { assertNever } from '../domain/never.ts';
import { createDelivery } from '../payments/sandbox/deliver-notification.ts';
import { createSandbox, type Sandbox, type SandboxParts } from '../payments/sandbox/sandbox.ts';
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
  let sandbox: Sandbox | null = null;
  const providers = configs.map((config): PaymentProvider => {
    switch (config.name) {
      case 'sandbox':
        sandbox = createSandbox({ ...parts, deliver: createDelivery() });
        return sandbox.provider;
      case 'wechat':
        return createWechat({ ...config, clock: parts.clock, random: parts.random });
      default:
        return assertNever(config);
    }
  });
  return { providers, sandbox };
}
