/** The checkout page of the sandbox provider. It works without JavaScript, and scripts can post to it as well. */

import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { AppError } from '../../domain/errors.ts';
import { formatMoney } from '../../domain/format-money.ts';
import { goodText } from '../../domain/goods/good-text.ts';
import {
  type CheckoutView,
  checkoutOutcomes,
  refundPlans,
  type SandboxCheckout,
} from '../../usecases/ports/sandbox-checkout.ts';
import { type Html, html } from '../pages/html.ts';
import { sendPage } from '../pages/page.ts';
import { type SandboxWords, sandboxWords } from './sandbox-words.ts';

const params = Type.Object({ paymentNo: Type.String({ maxLength: 64 }) });

const decision = Type.Object({
  outcome: Type.Enum([...checkoutOutcomes], { description: 'What the bank does.' }),
  refund: Type.Optional(
    Type.Enum([...refundPlans], { description: 'How a later refund goes.', default: 'done' }),
  ),
});

/** Makes a link only if the return address begins with `http:` or `https:`, because a client can choose the address. */
function backLink(url: string, { t }: SandboxWords): Html {
  if (!/^https?:\/\//i.test(url)) return html``;
  return html`<p class="links"><a href="${url}">${t.back}</a></p>`;
}

function choices({ t: { outcomes, plans, refund } }: SandboxWords): Html {
  const buttons = checkoutOutcomes.map(
    (outcome) =>
      html`<li><button name="outcome" value="${outcome}" class="${outcome}">${outcomes[outcome].label}</button><span>${outcomes[outcome].text}</span></li>`,
  );
  const options = refundPlans.map((plan) => html`<option value="${plan}">${plans[plan]}</option>`);
  return html`<form method="post">
<label>${refund} <select name="refund">${options}</select></label>
<ul class="outcomes">${buttons}</ul>
</form>`;
}

function showCheckout(reply: FastifyReply, view: CheckoutView, words: SandboxWords): FastifyReply {
  return sendPage(
    reply,
    words.t.title,
    html`<main class="checkout">
<p class="badge">${words.t.badge}</p>
<h1>${goodText(view.title, words.language)}</h1>
<p class="amount">${formatMoney(view.amountMinor, view.currency, words.languageTag)}</p>
<p class="state ${view.state}">${words.t.states[view.state]}</p>
${view.state === 'open' ? choices(words) : html``}
<p class="number">${words.t.payment} ${view.paymentNo}</p>
${backLink(view.returnUrl, words)}
</main>`,
    words.languageTag,
  );
}

/** Browsers ask for HTML; scripts ask for JSON or accept anything. */
function wantsHtml(accept: string | undefined): boolean {
  return accept?.includes('text/html') ?? false;
}

export function registerSandboxPages(plain: FastifyInstance, checkout: SandboxCheckout): void {
  const app = plain.withTypeProvider<TypeBoxTypeProvider>();
  const url = '/sandbox/checkout/:paymentNo';
  app.get(url, { schema: { hide: true, params } }, async (request, reply) => {
    const view = await checkout.view(request.params.paymentNo);
    if (view === undefined) throw new AppError('unknown_payment', 'There is no such payment.');
    if (!wantsHtml(request.headers.accept) && request.headers.accept?.includes('application/json')) {
      return reply.header('cache-control', 'no-store').send({ state: view.state });
    }
    const words = sandboxWords(request.headers['accept-language']);
    return showCheckout(reply, view, words);
  });
  app.post(url, { schema: { hide: true, params, body: decision } }, async (request, reply) => {
    const { outcome, refund = 'done' } = request.body;
    const view = await checkout.decide(request.params.paymentNo, outcome, refund);
    reply.header('cache-control', 'no-store');
    if (wantsHtml(request.headers.accept)) {
      return reply.redirect(`/sandbox/checkout/${encodeURIComponent(request.params.paymentNo)}`, 303);
    }
    return { state: view.state };
  });
}
