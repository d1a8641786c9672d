/** Starts a payment and does what the provider asks for: leave for its page, show a QR code, or call its client. */

import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { newIdempotencyKey } from '../api/call.ts';
import { localLink } from '../api/local-link.ts';
import { type PaymentStart, payOrder } from '../api/operations.ts';
import type { ShopConfig } from '../api/types.ts';
import { useIsLeft } from '../parts/use-is-left.ts';
import { markLeftToPay } from './left-to-pay.ts';

/** A provider and one of its channels. */
export interface Way {
  readonly provider: string;
  readonly channel: string;
}

/** The payment client inside WeChat's browser. */
interface WeixinBridge {
  invoke(name: string, parameters: PaymentStart, done: () => void): void;
}

function weixinBridge(): WeixinBridge | undefined {
  return (window as { WeixinJSBridge?: WeixinBridge }).WeixinJSBridge;
}

/** The ways of paying that work in this browser. */
export function waysOf({ providers }: ShopConfig): readonly Way[] {
  return providers.flatMap(({ name, channels }) =>
    channels
      .filter((channel) => channel !== 'jsapi' || weixinBridge() !== undefined)
      .map((channel) => ({ provider: name, channel })),
  );
}

/** What the page shows after the provider's response. */
type Shown =
  | { readonly kind: 'idle' }
  /** The browser is leaving for the provider's page. */
  | { readonly kind: 'leaving' }
  | { readonly kind: 'code'; readonly way: Way; readonly codeUrl: string }
  /** The provider's app is needed. */
  | { readonly kind: 'needs-app' };

export type PaymentState =
  | Shown
  | { readonly kind: 'opening' }
  | { readonly kind: 'failed'; readonly error: unknown };

export interface Payment {
  readonly state: PaymentState;
  start(orderNo: string, way: Way): void;
  dismiss(): void;
}

interface Opening {
  readonly orderNo: string;
  readonly way: Way;
  readonly idempotencyKey: string;
}

export function usePayment(): Payment {
  const [shown, setShown] = useState<Shown>({ kind: 'idle' });
  const isLeft = useIsLeft();

  function follow(answer: PaymentStart, way: Way, orderNo: string): Shown {
    const page = answer.url ?? answer.h5_url;
    const bridge = weixinBridge();
    // An order with the price 0 is already paid, and its event stream reports that.
    if (answer.status === 'pay') return { kind: 'idle' };
    if (answer.code_url !== undefined) return { kind: 'code', way, codeUrl: answer.code_url };
    if (page !== undefined) {
      markLeftToPay(orderNo);
      window.location.assign(localLink(page));
      return { kind: 'leaving' };
    }
    if (answer.paySign !== undefined && bridge !== undefined) {
      bridge.invoke('getBrandWCPayRequest', answer, () => setShown({ kind: 'idle' }));
      return { kind: 'leaving' };
    }
    return { kind: 'needs-app' };
  }

  const opening = useMutation({
    mutationFn: ({ orderNo, way, idempotencyKey }: Opening) =>
      payOrder(orderNo, way.provider, way.channel, idempotencyKey),
    onSuccess(answer, { orderNo, way }) {
      if (!isLeft.current) setShown(follow(answer, way, orderNo));
    },
  });

  function stateNow(): PaymentState {
    if (opening.isPending) return { kind: 'opening' };
    return opening.isError ? { kind: 'failed', error: opening.error } : shown;
  }

  return {
    state: stateNow(),
    start(orderNo, way) {
      setShown({ kind: 'idle' });
      opening.mutate({ orderNo, way, idempotencyKey: newIdempotencyKey() });
    },
    dismiss() {
      opening.reset();
      setShown({ kind: 'idle' });
    },
  };
}
