/** Starts a payment and follows what the provider's client needs: leave for its page, show a code, or call it. */

import { useState } from 'react';
import { type ApiError, asApiError } from '../../shared/api/api-error.ts';
import { type PaymentStart, payOrder } from '../api/operations.ts';
import { ownAddress } from '../api/own-address.ts';
import type { ShopConfig } from '../api/types.ts';
import { markLeftToPay } from '../keep/left-to-pay.ts';
import { useGone } from './use-gone.ts';

export interface Way {
  readonly provider: string;
  readonly channel: string;
}

interface WeixinBridge {
  invoke(name: string, parameters: PaymentStart, done: () => void): void;
}

function weixinBridge(): WeixinBridge | undefined {
  return (window as { WeixinJSBridge?: WeixinBridge }).WeixinJSBridge;
}

/** Ways of paying that this browser can go. */
export function waysOf({ providers }: ShopConfig): readonly Way[] {
  return providers.flatMap(({ name, channels }) =>
    channels
      .filter((channel) => channel !== 'jsapi' || weixinBridge() !== undefined)
      .map((channel) => ({ provider: name, channel })),
  );
}

export type PaymentState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'opening' }
  | { readonly kind: 'code'; readonly way: Way; readonly codeUrl: string }
  | { readonly kind: 'elsewhere' }
  | { readonly kind: 'failed'; readonly error: ApiError };

export interface Payment {
  readonly state: PaymentState;
  start(orderNo: string, way: Way): Promise<void>;
  dismiss(): void;
}

export function usePayment(): Payment {
  const [state, setState] = useState<PaymentState>({ kind: 'idle' });
  const gone = useGone();

  function follow(answer: PaymentStart, way: Way, orderNo: string): void {
    const page = answer.url ?? answer.h5_url;
    const bridge = weixinBridge();
    if (answer.status === 'pay') {
      // It cost nothing and is paid: the order's own stream tells.
      setState({ kind: 'idle' });
    } else if (answer.code_url !== undefined) {
      setState({ kind: 'code', way, codeUrl: answer.code_url });
    } else if (page !== undefined) {
      markLeftToPay(orderNo);
      // The button stays busy while the browser leaves.
      window.location.assign(ownAddress(page));
    } else if (answer.paySign !== undefined && bridge !== undefined) {
      bridge.invoke('getBrandWCPayRequest', answer, () => setState({ kind: 'idle' }));
    } else {
      setState({ kind: 'elsewhere' });
    }
  }

  return {
    state,
    async start(orderNo, way) {
      setState({ kind: 'opening' });
      try {
        const answer = await payOrder(orderNo, way.provider, way.channel);
        if (!gone.current) follow(answer, way, orderNo);
      } catch (error) {
        setState({ kind: 'failed', error: asApiError(error) });
      }
    },
    dismiss: () => setState({ kind: 'idle' }),
  };
}
