/**
 * Which ways of paying the shop offers on which device. This browser's device comes from its user agent; the customer
 * can choose every way that is offered.
 */

/** A provider and one of its channels. */
export interface Way {
  readonly provider: string;
  readonly channel: string;
}

/** `wechat` and `alipay`: the browsers inside these apps on a phone. */
export type Device = 'desk' | 'phone' | 'wechat' | 'alipay';

export function deviceOf(userAgent: string): Device {
  const isPhone = /Mobi|Android|iPhone|iPad/i.test(userAgent);
  if (!isPhone) return 'desk';
  if (/MicroMessenger/i.test(userAgent)) return 'wechat';
  return /AlipayClient/i.test(userAgent) ? 'alipay' : 'phone';
}

/**
 * The channels that work on each device, the most convenient first. On a phone a QR code is of little use, because a
 * phone cannot scan its own screen. WeChat refuses `h5` payments in its own browser, so a customer who has not signed in
 * there scans a code with another device.
 */
const fitting: Readonly<Record<Device, readonly string[]>> = {
  desk: ['checkout', 'page', 'native', 'qr'],
  phone: ['checkout', 'wap', 'h5'],
  wechat: ['jsapi', 'checkout', 'native', 'wap'],
  alipay: ['checkout', 'wap', 'h5'],
};

/** Used for a provider that has no fitting channel, so that the customer can still pay there. */
const possible = ['page', 'qr', 'native', 'checkout', 'wap', 'h5'];

/** The provider whose app shows the page comes first. WeChat's browser does not open Alipay. */
function rank(device: Device, provider: string): number {
  if (provider === device) return 0;
  return device === 'wechat' && provider === 'alipay' ? 2 : 1;
}

/**
 * @returns the ways that are offered, by provider in the configured order. The first way is chosen until the customer
 * chooses another. Channels of mini programs (`goods`) are not offered.
 */
export function waysFor(
  providers: readonly { readonly name: string; readonly channels: readonly string[] }[],
  device: Device,
): readonly Way[] {
  return providers
    .map(({ name, channels }) => {
      const fits = fitting[device].filter((channel) => channels.includes(channel));
      const [other] = possible.filter((channel) => channels.includes(channel));
      const offered = fits.length > 0 ? shownOf(fits, device) : other === undefined ? [] : [other];
      return { name, offered };
    })
    .sort((one, other) => rank(device, one.name) - rank(device, other.name))
    .flatMap(({ name, offered }) => offered.map((channel) => ({ provider: name, channel })));
}

/** Whether one payment of the provider can pay several orders. */
export function takesSeveralOrders(
  providers: readonly { readonly name: string; readonly several_orders?: boolean }[],
  { provider }: Way,
): boolean {
  return providers.find(({ name }) => name === provider)?.several_orders !== false;
}

/** In WeChat's browser, a customer who can pay in that browser is shown no QR code. */
function shownOf(fits: readonly string[], device: Device): readonly string[] {
  return device === 'wechat' && fits[0] === 'jsapi' ? ['jsapi'] : fits;
}
