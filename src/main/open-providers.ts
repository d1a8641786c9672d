/** Connects the enabled payment providers. */

import type { ProviderConfig } from '../config/payment-providers.ts';
import type { WechatConfig } from '../config/wechat.ts';
import { assertNever } from '../domain/never.ts';
import { measuredProvider } from '../payments/measured-provider.ts';
import { createProviderMeter, type MeterParts } from '../payments/provider-meter.ts';
import { createDelivery } from '../payments/sandbox/deliver-notification.ts';
import { createSandbox, type Sandbox, type SandboxParts } from '../payments/sandbox/sandbox.ts';
import type { WechatParts } from '../payments/wechat/wechat.ts';
import type { WechatApp, WechatAppConfig } from '../payments/wechat-api/wechat-app.ts';
import type { AccountExchange } from '../usecases/ports/account-exchange.ts';
import type { ReadyMessages } from '../usecases/ports/order-reports.ts';
import type { PaymentProvider } from '../usecases/ports/payment-provider.ts';
import type { ProviderCalls } from '../usecases/ports/provider-calls.ts';

export interface OpenedProviders {
  /** The default provider first. */
  readonly providers: readonly PaymentProvider[];
  /** Null unless the sandbox is enabled. */
  readonly sandbox: Sandbox | null;
  /** Null unless a provider of WeChat is enabled. */
  readonly accounts: AccountExchange | null;
  /** Null unless a provider of WeChat is enabled and the operator has set a message template. */
  readonly readyMessages: ReadyMessages | null;
  readonly providerCalls: ProviderCalls;
}

/**
 * The code of the real providers, which a start loads only for the enabled ones: Stripe's SDK has 200 modules, and the
 * other providers have 60.
 */
const load = {
  alipay: () => import('../payments/alipay/alipay.ts'),
  stripe: () => import('../payments/stripe/stripe.ts'),
  wechat: () => import('../payments/wechat/wechat.ts'),
  wechatApi: () => import('../payments/wechat-api/wechat-app.ts'),
  wechatVirtual: () => import('../payments/wechat-virtual/wechat-virtual.ts'),
} as const;

export type ProviderParts = Omit<SandboxParts, 'deliver'> & MeterParts;

export async function openProviders(
  configs: readonly ProviderConfig[],
  parts: ProviderParts,
): Promise<OpenedProviders> {
  let sandbox: Sandbox | null = null;
  let app: WechatApp | null = null;
  /** The two providers of WeChat share one connection to WeChat's server API, and therefore one access token. */
  async function wechatApp(config: WechatAppConfig): Promise<WechatApp> {
    const { connectWechatApp } = await load.wechatApi();
    app ??= connectWechatApp(config, parts.clock);
    return app;
  }
  async function open(config: ProviderConfig): Promise<PaymentProvider> {
    switch (config.name) {
      case 'sandbox':
        sandbox = createSandbox({ ...parts, deliver: createDelivery() });
        return sandbox.provider;
      case 'wechat': {
        const { createWechat } = await load.wechat();
        // `wechatApp` also connects the sign-in: customers of this provider sign in with the mini program or
        // official account.
        return createWechat({
          ...config,
          shipping: shippingOf(await wechatApp(config), config.shippingMode),
          clock: parts.clock,
          random: parts.random,
        });
      }
      case 'alipay':
        return (await load.alipay()).createAlipay({ ...config, clock: parts.clock });
      case 'stripe':
        return (await load.stripe()).createStripe({ ...config, clock: parts.clock, random: parts.random });
      case 'wechat_virtual': {
        const { appId, pushToken: token, pushAesKey: aesKey } = config;
        const push = { appId, token, aesKey };
        const { createWechatVirtual } = await load.wechatVirtual();
        return createWechatVirtual({ ...config, ...parts, app: await wechatApp(config), push });
      }
      default:
        return assertNever(config);
    }
  }
  const providers = await Promise.all(configs.map(open));
  const meter = createProviderMeter(
    providers.map(({ name }) => name),
    parts,
  );
  return {
    providers: providers.map((provider) => measuredProvider(provider, meter)),
    sandbox,
    ...customersOf(app),
    providerCalls: meter,
  };
}

function customersOf(app: WechatApp | null): Pick<OpenedProviders, 'accounts' | 'readyMessages'> {
  return { accounts: app?.accounts ?? null, readyMessages: app?.readyMessages ?? null };
}

function shippingOf({ api }: WechatApp, mode: WechatConfig['shippingMode']): WechatParts['shipping'] {
  return mode === 'off' ? null : { api, asksWechat: mode === 'auto' };
}
