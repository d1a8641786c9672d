/** Starts a payment and does what the provider asks for: leave for its page, show a QR code, or call its client. */

import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { newIdempotencyKey } from '../api/call.ts';
import { localLink } from '../api/local-link.ts';
import type { PaymentStart } from '../api/operations.ts';
import { useIsLeft } from '../parts/use-is-left.ts';
import { forgetLeftToPay, hasLeftToPay, markLeftToPay } from './left-to-pay.ts';
import type { Payable } from './payable.ts';
import type { Way } from './ways.ts';

/** The payment client inside WeChat's browser. */
interface WeixinBridge {
  invoke(name: string, parameters: PaymentStart, done: (result: { readonly err_msg?: string }) => void): void;
}

function weixinBridge(): WeixinBridge | undefined {
  return (window as { WeixinJSBridge?: WeixinBridge }).WeixinJSBridge;
}

/** What the page shows after the provider's response. */
type Shown =
  | { readonly kind: 'idle' }
  /** The browser is leaving for the provider's page. */
  | { readonly kind: 'leaving' }
  | { readonly kind: 'code'; readonly way: Way; readonly codeUrl: string }
  /** The provider's app is needed. */
  | { readonly kind: 'needs-app' }
  /** The customer has come back from the provider. Only the service knows whether the payment succeeded. */
  | { readonly kind: 'checking' };

export type PaymentState =
  | Shown
  | { readonly kind: 'opening' }
  | { readonly kind: 'failed'; readonly error: unknown; readonly way: Way };

export interface Payment {
  readonly state: PaymentState;
  start(way: Way): void;
  /** Shows the form to pay. */
  dismiss(): void;
  /** The page is shown again, in its former state, after the browser's back button. */
  resume(): void;
}

/** After this time, a provider's page that has not opened will probably not open. */
const leavingMs = 20_000;

interface Opening {
  readonly way: Way;
  readonly idempotencyKey: string;
}

function afterReturn({ returnKey }: Payable): Shown {
  return { kind: hasLeftToPay(returnKey) ? 'checking' : 'idle' };
}

export function usePayment(payable: Payable): Payment {
  const [shown, setShown] = useState<Shown>(() => afterReturn(payable));
  const isLeft = useIsLeft();

  function follow(answer: PaymentStart, way: Way): void {
    const page = answer.url ?? answer.h5_url;
    const bridge = weixinBridge();
    // An order with the price 0 is already paid, and its event stream reports that.
    if (answer.status === 'pay') setShown({ kind: 'idle' });
    else if (answer.code_url !== undefined) setShown({ kind: 'code', way, codeUrl: answer.code_url });
    else if (page !== undefined) leaveFor(page);
    else if (answer.paySign !== undefined && bridge !== undefined) callBridge(bridge, answer);
    else setShown({ kind: 'needs-app' });
  }

  function leaveFor(page: string): void {
    markLeftToPay(payable.returnKey);
    payable.onLeave?.();
    setShown({ kind: 'leaving' });
    window.location.assign(localLink(page));
    // The browser stays here if the customer stops the load, or an app opens the link.
    setTimeout(() => {
      if (!isLeft.current) setShown((now) => (now.kind === 'leaving' ? { kind: 'checking' } : now));
    }, leavingMs);
  }

  function callBridge(bridge: WeixinBridge, parameters: PaymentStart): void {
    setShown({ kind: 'leaving' });
    // A success that WeChat's browser reports is no proof of a payment, so the page waits for the service's report.
    bridge.invoke('getBrandWCPayRequest', parameters, ({ err_msg: message = '' }) =>
      setShown({ kind: message.endsWith(':ok') ? 'checking' : 'idle' }),
    );
  }

  const opening = useMutation({
    mutationFn: ({ way, idempotencyKey }: Opening) => payable.open(way, idempotencyKey),
    onSuccess(answer, { way }) {
      if (!isLeft.current) follow(answer, way);
    },
  });

  function stateNow(): PaymentState {
    if (opening.isPending) return { kind: 'opening' };
    return opening.isError ? { kind: 'failed', error: opening.error, way: opening.variables.way } : shown;
  }

  return {
    state: stateNow(),
    start(way) {
      forgetLeftToPay(payable.returnKey);
      setShown({ kind: 'idle' });
      opening.mutate({ way, idempotencyKey: newIdempotencyKey() });
    },
    dismiss() {
      forgetLeftToPay(payable.returnKey);
      opening.reset();
      setShown({ kind: 'idle' });
    },
    resume() {
      opening.reset();
      setShown(afterReturn(payable));
    },
  };
}
