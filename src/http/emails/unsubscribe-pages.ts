/**
 * The page behind the link that ends the e-mails about an order. It needs no sign-in, because the recipient may not be
 * the customer. A GET changes nothing: mail scanners open every link. The POST of the button is also the one-click
 * request of mail programs (RFC 8058).
 */

import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { builtInShopName } from '../../domain/emails/email-content.ts';
import { type Catalogues, type Language, languageTag, preferredLanguage } from '../../domain/language.ts';
import { unsubscribePath } from '../../usecases/emails/unsubscribe-url.ts';
import type { HttpOptions } from '../app-options.ts';
import { type Html, html } from '../pages/html.ts';
import { sendPage } from '../pages/page.ts';

const params = Type.Object({ token: Type.String({ maxLength: 64 }) });

interface PageTexts {
  readonly title: string;
  readonly question: string;
  readonly button: string;
  readonly ended: string;
  readonly note: string;
  readonly shop: (name: string) => string;
}

const texts: Catalogues<PageTexts> = {
  en: {
    title: 'E-mails about an order',
    question: 'Do you want no more e-mails about this order?',
    button: 'Unsubscribe',
    ended: 'This address gets no more e-mails about this order.',
    note: 'The order itself is not changed.',
    shop: (name) => `To ${name}`,
  },
  zh: {
    title: '订单邮件',
    question: '不想再收到这个订单的邮件吗？',
    button: '退订',
    ended: '此邮箱不会再收到这个订单的邮件。',
    note: '订单本身不受影响。',
    shop: (name) => `前往 ${name}`,
  },
};

export function registerUnsubscribePages(
  plain: FastifyInstance,
  { service, publicUrl, storefront }: Pick<HttpOptions, 'service' | 'publicUrl' | 'storefront'>,
): void {
  const app = plain.withTypeProvider<TypeBoxTypeProvider>();
  const url = `${unsubscribePath}:token`;
  const schema = { hide: true, params };

  function show(reply: FastifyReply, language: Language, content: (t: PageTexts) => Html): FastifyReply {
    const t = texts[language];
    const name = storefront.settings().shop_name || builtInShopName;
    const page = html`<main class="checkout">
<h1>${t.title}</h1>
${content(t)}
<p class="state">${t.note}</p>
<p class="links"><a href="${publicUrl}/">${t.shop(name)}</a></p>
</main>`;
    return sendPage(
      reply.header('x-robots-tag', 'noindex'),
      `${t.title} - ${name}`,
      page,
      languageTag(language),
    );
  }
  const ended = (t: PageTexts) => html`<p class="state paid">${t.ended}</p>`;

  app.get(url, { schema }, async (request, reply) => {
    const language = await service.languageOfUnsubscribe(request.params.token);
    if (language === undefined) return show(reply, languageOf(request.headers['accept-language']), ended);
    return show(
      reply,
      language,
      (t) => html`<p>${t.question}</p>
<form method="post"><button class="paid">${t.button}</button></form>`,
    );
  });
  app.post(url, { schema }, async (request, reply) => {
    const { token } = request.params;
    const language = await service.languageOfUnsubscribe(token);
    await service.unsubscribe(token, request.id);
    return show(reply, language ?? languageOf(request.headers['accept-language']), ended);
  });
}

function languageOf(acceptLanguage = ''): Language {
  return preferredLanguage(acceptLanguage.split(','));
}
