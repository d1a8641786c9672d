/** A complete shop that sends e-mails to a real mail server. */

import { createSmtpMailer } from '../../src/mail/smtp-mailer.ts';
import { type MailServer, mailLogin, startMailServer } from './mail-server.ts';
import { colourise, openShop, type Shop, type ShopOptions } from './shop.ts';

export interface EmailShop extends AsyncDisposable {
  readonly shop: Shop;
  readonly server: MailServer;
  setEmail(orderNo: string, address: string, language?: 'en' | 'zh'): Promise<void>;
  /** The first line of the text of each e-mail that the server has received, in order. */
  headings(): string[];
}

/** The options of a shop whose mailer sends to this server. */
export function withMailer({ port }: Pick<MailServer, 'port'>, options: ShopOptions = {}): ShopOptions {
  const mailer = createSmtpMailer({
    server: { host: '127.0.0.1', port, isTlsFirst: false, isLocal: true, login: mailLogin },
    from: { name: '', address: 'photos@shop.test' },
    secrets: ['the secret key of the tests'],
    accent: () => '#0b6e5f',
  });
  return {
    ...options,
    settings: { emailsOffered: true, ...options.settings },
    wrap: (deps) => {
      const wrapped = { ...deps, mailer };
      return options.wrap?.(wrapped) ?? wrapped;
    },
  };
}

/** Sets the price of the good to 0. Its orders need no payment. */
export async function makeColouriseFree({ store }: Shop): Promise<void> {
  const good = (await store.read.goods.all()).find(({ functName }) => functName === colourise.functName);
  if (good === undefined) throw new Error('the shop does not sell the good');
  await store.transaction((tx) => tx.goods.save({ ...good, priceMinor: 0 }));
}

export async function openEmailShop(options: ShopOptions = {}): Promise<EmailShop> {
  const server = await startMailServer();
  const shop = await openShop(withMailer(server, options));
  return {
    shop,
    server,
    async setEmail(orderNo, address, language = 'en') {
      const caller = { kind: 'anonymous' } as const;
      await shop.service.setOrderEmail({ caller, orderNo, address, language, requestId: shop.requestId() });
    },
    headings: () => server.received.map(({ text }) => text.split(/\r?\n/)[0] ?? ''),
    async [Symbol.asyncDispose]() {
      await shop[Symbol.asyncDispose]();
      await server.stop();
    },
  };
}
