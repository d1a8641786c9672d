/**
 * The page that a person in a browser gets instead of a problem document: at an unknown address, and for a link to a
 * picture that no longer works or cannot be served now. Clients of the API always get the problem document.
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
  readonly busyTitle: string;
  readonly busy: string;
  readonly shop: string;
  readonly orders: string;
}

const texts: Catalogues<PageTexts> = {
  en: {
    unknownTitle: 'Page not found',
    unknown: 'There is no page at this address. Check it for a typing error, or start at the shop.',
    fileTitle: 'This link no longer works',
    file: 'Links to pictures work for a limited time. Open your order in the shop to get a new one.',
    busyTitle: 'The picture cannot be shown right now',
    busy: 'Your picture is not lost. Wait a moment, then load this page again.',
    shop: 'To the shop',
    orders: 'My orders',
  },
  zh: {
    unknownTitle: '页面不存在',
    unknown: '没有这个页面。请检查网址是否有误，或从商店首页进入。',
    fileTitle: '链接已失效',
    file: '照片链接有时间限制。请打开商店里的订单，获取新的链接。',
    busyTitle: '暂时无法显示照片',
    busy: '您的照片没有丢失。请稍等片刻，再刷新此页面。',
    shop: '进入商店',
    orders: '我的订单',
  },
};

/** Addresses that only programs call. */
const apiPaths = ['/index.php/', '/admin/api/', '/shop/', '/sandbox/'];

/** @returns whether a person should read a page about the error. */
export function hasProblemPage(request: FastifyRequest, { status }: AppError): boolean {
  if (!isPageRequest(request)) return false;
  return status === 404 || (isFileRequest(request) && (status === 410 || isTemporary(status)));
}

const isFileRequest = (request: FastifyRequest): boolean => request.url.startsWith('/files/');

/** Whether the same request may succeed later: 429, or a fault of the service. */
const isTemporary = (status: number): boolean => status === 429 || status >= 500;

/** @returns whether the request asks for HTML, which browsers do and other programs do not. */
function isPageRequest(request: FastifyRequest): boolean {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const accepted = request.headers.accept ?? '';
  return isRead && accepted.includes('text/html') && !apiPaths.some((path) => request.url.startsWith(path));
}

/** Keeps the status of the error. */
export function sendProblemPage(request: FastifyRequest, reply: FastifyReply, error: AppError): FastifyReply {
  const language = preferredLanguage((request.headers['accept-language'] ?? '').split(','));
  const t = texts[language];
  const [title, text] = isTemporary(error.status)
    ? [t.busyTitle, t.busy]
    : isFileRequest(request)
      ? [t.fileTitle, t.file]
      : [t.unknownTitle, t.unknown];
  const page = html`<main>
<h1>${title}</h1>
<p>${text}</p>
<p class="links"><a href="/">${t.shop}</a> <a href="/?orders">${t.orders}</a></p>
</main>`;
  return sendPage(
    reply.code(error.status).header('vary', 'accept, accept-language'),
    title,
    page,
    languageTag(language),
  );
}
