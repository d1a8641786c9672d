/** The sandbox provider's checkout page: works without JavaScript, and takes posts of scripts as well. */

import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { AppError } from '../domain/errors.ts';
import {
  type CheckoutOutcome,
  type CheckoutView,
  checkoutOutcomes,
  type RefundPlan,
  refundPlans,
  type SandboxCheckout,
} from '../usecases/ports/sandbox-checkout.ts';
import { type Html, html } from './html.ts';
import { formatMoney, sendPage } from './page.ts';

interface Explained {
  readonly label: string;
  readonly text: string;
}

const outcomes: Readonly<Record<CheckoutOutcome, Explained>> = {
  paid: { label: 'Pay', text: 'The payment succeeds and the shop is told.' },
  declined: { label: 'Decline', text: 'The bank refuses. The customer may try again with a new payment.' },
  late: { label: 'Pay late', text: 'The money arrives after the order has been cancelled.' },
  twice: { label: 'Pay, tell twice', text: 'The payment succeeds and the shop is told two times.' },
  lost: {
    label: 'Pay in silence',
    text: 'The payment succeeds and the notify is lost; the shop must ask.',
  },
};

const plans: Readonly<Record<RefundPlan, string>> = {
  done: 'succeeds at once',
  pending: 'takes a while',
  failed: 'fails',
};

const states: Readonly<Record<CheckoutView['state'], string>> = {
  open: 'Waiting for your decision.',
  declined: 'Declined. Nothing was charged; the shop can open another payment.',
  closed: 'Closed. Nothing can be paid here any more.',
  paid: 'Paid.',
};

const params = Type.Object({ paymentNo: Type.String({ maxLength: 64 }) });

const decision = Type.Object({
  outcome: Type.Enum([...checkoutOutcomes], { description: 'What the bank does.' }),
  refund: Type.Optional(
    Type.Enum([...refundPlans], { description: 'How a later refund goes.', default: 'done' }),
  ),
});

/** Only the web's own schemes: a return address comes from configuration or a client. */
function backLink(url: string): Html {
  if (!/^https?:\/\//i.test(url)) return html``;
  return html`<p class="links"><a href="${url}">Back to the shop</a></p>`;
}

function choices(): Html {
  const buttons = checkoutOutcomes.map(
    (outcome) =>
      html`<li><button name="outcome" value="${outcome}" class="${outcome}">${outcomes[outcome].label}</button><span>${outcomes[outcome].text}</span></li>`,
  );
  const options = refundPlans.map((plan) => html`<option value="${plan}">${plans[plan]}</option>`);
  return html`<form method="post">
<label>A later refund <select name="refund">${options}</select></label>
<ul class="outcomes">${buttons}</ul>
</form>`;
}

function showCheckout(reply: FastifyReply, view: CheckoutView): FastifyReply {
  return sendPage(
    reply,
    'Sandbox checkout',
    html`<main class="checkout">
<p class="badge">Sandbox: no real money moves</p>
<h1>${view.title}</h1>
<p class="amount">${formatMoney(view.amountMinor, view.currency)}</p>
<p class="state ${view.state}">${states[view.state]}</p>
${view.state === 'open' ? choices() : html``}
<p class="number">Payment ${view.paymentNo}</p>
${backLink(view.returnUrl)}
</main>`,
  );
}

/** A browser names HTML; scripts name JSON or take anything. */
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
    return showCheckout(reply, view);
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
