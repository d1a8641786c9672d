/** The English texts about the payment of an order. */

export const enPayment = {
  payNow: (amount: string) => `Pay ${amount}`,
  priceChanged: 'The price has changed',
  priceChangedText: (former: string, price: string) =>
    `The form showed ${former}. The price is now ${price}. Nothing was charged. Pay, or cancel the order.`,
  paying: 'Opening the payment…',
  payBefore: (time: string) => `Please pay before ${time}. After that the order is cancelled automatically.`,
  payDeclined: 'Payment declined',
  payDeclinedText:
    'Nothing was charged, and your order is still here. Try again, or choose another way to pay.',
  checkingPayment: 'Checking your payment',
  checkingPaymentText:
    'We are waiting for the confirmation of the payment provider. This page updates automatically. If you left without paying, nothing was charged.',
  notPaidYet: 'I have not paid yet',
  payRefused: (provider: string) => `Not accepted · ${provider}`,
  payRefusedText: 'The payment provider did not accept this payment. Nothing was charged.',
  payUnreachable: (provider: string) => `No answer · ${provider}`,
  payUnreachableText: 'The payment provider did not respond. Nothing was charged.',
  payOther: 'Your order is still here. Pay another way:',
  payOtherLater: 'Your order is still here. Please try again in a moment.',
  payWithOther: (provider: string) => `Pay with ${provider}`,
  noWayToPay: 'This page offers no way to pay. Please use this shop’s app.',
  qrTitle: (provider: string) => `Pay by QR code · ${provider}`,
  /**
   * @param app the provider's app; undefined: any app that reads QR codes. @param onPhone whether the page is shown
   * on a phone.
   */
  qrText: (amount: string, app: string | undefined, onPhone: boolean) => {
    const phone = onPhone ? 'another phone' : 'your phone';
    const scanner = app === undefined ? phone : `${app} on ${phone}`;
    return `Scan the code with ${scanner} to pay ${amount}. This page updates automatically.`;
  },
  qrOpen: 'Pay on this device',
  qrBroken: 'The code could not be loaded. Please reload the page.',
  openInApp: 'To pay this way, open this page in the provider’s app. Or choose another way to pay.',
  ways: {
    sandbox: 'Test payment',
    stripe: 'Card',
    wechat: 'WeChat Pay',
    alipay: 'Alipay',
  } as Readonly<Record<string, string>>,
  /** The apps that scan the providers' QR codes. */
  apps: { wechat: 'WeChat', alipay: 'Alipay' } as Readonly<Record<string, string>>,
  /** For each channel, a short text about where the customer pays. */
  channels: {
    checkout: 'secure page',
    page: 'secure page',
    h5: 'in the app',
    wap: 'in the app',
    qr: 'QR code',
    native: 'QR code',
    jsapi: 'in WeChat',
  } as Readonly<Record<string, string>>,
};
