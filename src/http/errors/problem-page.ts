/**
 * The page that a person in a browser gets instead of a problem document: at an unknown address, and for a link to a
 * picture that no longer works. Clients of the API always get the problem document.
 */

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AppError } from '../../domain/errors.ts';
import { type Catalogues, languageTag, preferredLanguage } from '../../domain/language.ts';
import { html } from '../pages/html.ts';
import { sendPage } from '../pages/page.ts';

interface PageTexts {
  readonly unknownTitle: string;
  readonly unknown: string;
  readonly fileTitle: string;
  readonly file: string;
  readonly shop: string;
  readonly orders: string;
}

const texts: Catalogues<PageTexts> = {
  en: {
    unknownTitle: 'Page not found',
    unknown: 'There is no page at this address. Check it for a typing error, or start at the shop.',
    fileTitle: 'This link no longer works',
    file: 'Links to pictures work for an hour. Open your order in the shop to get a new one.',
    shop: 'To the shop',
    orders: 'My orders',
  },
  zh: {
    unknownTitle: '页面不存在',
    unknown: '没有这个页面。请检查网址是否有误，或从商店首页进入。',
    fileTitle: '链接已失效',
    file: '照片链接一小时内有效。请打开商店里的订单，获取新的链接。',
    shop: '进入商店',
    orders: '我的订单',
  },
};

/** Addresses that only programs call. */
const apiPaths = ['/index.php/', '/admin/api/', '/shop/', '/sandbox/'];

/** @returns whether the request asks for HTML, which browsers do and other programs do not. */
export function isPageRequest(request: FastifyRequest): boolean {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const accepted = request.headers.accept ?? '';
  return isRead && accepted.includes('text/html') && !apiPaths.some((path) => request.url.startsWith(path));
}

/** Keeps the status of the error. */
export function sendProblemPage(request: FastifyRequest, reply: FastifyReply, error: AppError): FastifyReply {
  const language = preferredLanguage((request.headers['accept-language'] ?? '').split(','));
  const t = texts[language];
  const isFile = request.url.startsWith('/files/');
  const title = isFile ? t.fileTitle : t.unknownTitle;
  const page = html`<main>
<h1>${title}</h1>
<p>${isFile ? t.file : t.unknown}</p>
<p class="links"><a href="/">${t.shop}</a> <a href="/?orders">${t.orders}</a></p>
</main>`;
  return sendPage(
    reply.code(error.status).header('vary', 'accept, accept-language'),
    title,
    page,
    languageTag(language),
  );
}
