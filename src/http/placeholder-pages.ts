/** `/` and `/admin` until the web front ends stand there: what this is, and where to go on. */

import type { FastifyInstance } from 'fastify';
import type { Good } from '../domain/goods/good.ts';
import type { HttpOptions } from './app-options.ts';
import { type Html, html } from './html.ts';
import { formatMoney, sendPage } from './page.ts';

function goodRow(good: Good, currency: string): Html {
  return html`<li class="good"><img src="${good.icon}" alt="" width="40" height="40"><div><strong>${good.title}</strong><p>${good.summary}</p></div><div class="price">${formatMoney(good.priceMinor, currency)}</div></li>`;
}

export function registerPlaceholderPages(app: FastifyInstance, { service, currency }: HttpOptions): void {
  app.get('/', { schema: { hide: true } }, async (_request, reply) => {
    const goods = await service.listGoods();
    return sendPage(
      reply,
      'Photokiosk',
      html`<main>
<h1>Photokiosk</h1>
<p>An order service for photo work and memberships. Client apps talk to it over HTTP.</p>
<p class="links"><a href="/docs">API reference</a> <a href="/docs/errors">Error codes</a> <a href="/openapi.json">OpenAPI document</a></p>
<h2>On the shelf</h2>
<ul class="goods">${goods.map((good) => goodRow(good, currency))}</ul>
</main>`,
    );
  });
  app.get('/admin', { schema: { hide: true } }, async (_request, reply) =>
    sendPage(
      reply,
      'Photokiosk console',
      html`<main>
<h1>Console</h1>
<p>There is no operator’s console in this version. Operators use the API with Basic credentials: an operator may fetch, cancel and refund any order.</p>
<p class="links"><a href="/docs">API reference</a> <a href="/health/ready">Readiness</a> <a href="/metrics">Metrics</a></p>
</main>`,
    ),
  );
}
