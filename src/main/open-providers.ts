/** Connects the enabled payment providers. */

import type { ProviderConfig } from '../config/payment-providers.ts';
import { measuredProvider } from '../payments/measured-provider.ts';
import { createProviderMeter, type MeterParts } from '../payments/provider-meter.ts';
import { createDelivery } from '../payments/sandbox/deliver-notification.ts';
import { createSandbox, type Sandbox, type SandboxParts } from '../payments/sandbox/sandbox.ts';
import { createWechat } from '../payments/wechat/wechat.ts';
import type { PaymentProvider } from '../usecases/ports/payment-provider.ts';
import type { ProviderCalls } from '../usecases/ports/provider-calls.ts';

export interface OpenedProviders {
  /** The default provider first. */
  readonly providers: readonly PaymentProvider[];
  /** Null unless the sandbox is enabled. */
  readonly sandbox: Sandbox | null;
  readonly providerCalls: ProviderCalls;
}

export type ProviderParts = Omit<SandboxParts, 'deliver'> & MeterParts;

export function openProviders(configs: readonly ProviderConfig[], parts: ProviderParts): OpenedProviders {
  const opened = configs.map((config) => openProvider(config, parts));
  const meter = createProviderMeter(
    opened.map(({ provider }) => provider.name),
    parts,
  );
  return {
    providers: opened.map(({ provider }) => measuredProvider(provider, meter)),
    sandbox: opened.find((one) => one.sandbox !== undefined)?.sandbox ?? null,
    providerCalls: meter,
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
  }
}
