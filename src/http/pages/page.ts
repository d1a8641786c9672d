/** The frame of the small built-in pages, and headers that forbid scripts and content from other servers. */

import type { FastifyReply } from 'fastify';
import { type Html, html } from './html.ts';

/** Forbids scripts, and allows styles, images and form targets of this service only. */
const contentSecurityPolicy =
  "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

export function securePage(reply: FastifyReply, policy = contentSecurityPolicy): FastifyReply {
  return reply
    .header('content-security-policy', policy)
    .header('referrer-policy', 'no-referrer')
    .header('x-frame-options', 'DENY')
    .header('cross-origin-opener-policy', 'same-origin');
}

export function sendPage(reply: FastifyReply, title: string, content: Html, language = 'en'): FastifyReply {
  const page = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="/icons/photokiosk.svg" type="image/svg+xml">
<link rel="stylesheet" href="/assets/tokens.css">
<link rel="stylesheet" href="/assets/pages.css">
</head>
<body>
${content}
</body>
</html>
`;
  return securePage(reply)
    .header('cache-control', 'no-store')
    .header('content-type', 'text/html; charset=utf-8')
    .send(page.markup);
}
