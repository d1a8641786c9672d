/** Opens, queries and closes payments at WeChat Pay. */

import {
  type OpenedPayment,
  PaymentRefused,
  type PaymentReport,
  type PaymentRequest,
  ProviderUnreachable,
} from '../../usecases/ports/payment-provider.ts';
import type { Clock, Random } from '../../usecases/ports/tools.ts';
import type { Merchant } from './merchant.ts';
import { clientDataOf, openPaymentBody } from './open-payment-body.ts';
import { readTransaction } from './payment-report.ts';
import { type V3Client, WechatRefusal } from './v3-client.ts';
import type { Signer } from './v3-signature.ts';

export interface WechatPayments {
  open(request: PaymentRequest): Promise<OpenedPayment>;
  query(paymentNo: string): Promise<PaymentReport>;
  close(paymentNo: string): Promise<PaymentReport>;
  /** @throws Error unless WeChat Pay accepts the service's signature and the service accepts WeChat Pay's. */
  checkAccess(): Promise<void>;
}

/** A number that no payment has: the service's numbers begin with P. */
const numberOfNoPayment = 'ACCESS_CHECK';

const notExisting: readonly string[] = ['ORDER_NOT_EXIST', 'ORDERNOTEXIST'];

export function createWechatPayments(parts: {
  readonly client: V3Client;
  readonly merchant: Merchant;
  readonly signer: Signer;
  readonly clock: Clock;
  readonly random: Random;
}): WechatPayments {
  const { client, merchant, signer, clock, random } = parts;

  function pathOf(paymentNo: string): string {
    return `/v3/pay/transactions/out-trade-no/${encodeURIComponent(paymentNo)}`;
  }

  async function query(paymentNo: string): Promise<PaymentReport> {
    try {
      const answer = await client.call(`${pathOf(paymentNo)}?mchid=${merchant.mchId}`);
      const read = readTransaction(answer, merchant);
      if (read.kind === 'report' && read.paymentNo === paymentNo) return read.report;
      throw new ProviderUnreachable(
        read.kind === 'malformed'
          ? `WeChat Pay’s answer is malformed: ${read.why}.`
          : 'WeChat Pay answered with a payment of another merchant, application or number.',
      );
    } catch (error) {
      if (!(error instanceof WechatRefusal)) throw error;
      if (notExisting.includes(error.code)) return { state: 'unknown' };
      // After any other refusal it is unknown whether the payment exists.
      throw new ProviderUnreachable(error.message, { cause: error });
    }
  }

  async function close(paymentNo: string): Promise<PaymentReport> {
    try {
      await client.call(`${pathOf(paymentNo)}/close`, { mchid: merchant.mchId });
      return { state: 'closed' };
    } catch (error) {
      const refusal = error instanceof ProviderUnreachable ? error.cause : error;
      if (!(refusal instanceof WechatRefusal)) throw error;
      if (notExisting.includes(refusal.code)) return { state: 'unknown' };
      // The payment is paid (ORDERPAID) or closed (ORDER_CLOSED), or WeChat Pay does not close it yet: the customer is
      // typing the password, or the payment was opened some minutes ago.
      return query(paymentNo);
    }
  }

  /**
   * Makes the error for a refused opening. An earlier call may have opened a payment with the same number, for example
   * if the phone of the customer changed its network and therefore its address between two calls. The payment of the
   * earlier call must be closed before the number counts as refused.
   */
  async function refused({ paymentNo }: PaymentRequest, refusal: WechatRefusal): Promise<Error> {
    const { state } = await close(paymentNo);
    if (state === 'paid') return new ProviderUnreachable('The payment is paid already.', { cause: refusal });
    if (state === 'open') return new ProviderUnreachable('The payment is open already.', { cause: refusal });
    return new PaymentRefused(refusal.message);
  }

  async function checkAccess(): Promise<void> {
    try {
      await client.call(`${pathOf(numberOfNoPayment)}?mchid=${merchant.mchId}`);
    } catch (error) {
      if (!(error instanceof WechatRefusal) || !notExisting.includes(error.code)) throw error;
      if (!error.isSigned) throw new ProviderUnreachable('WeChat Pay did not sign its answer.');
    }
  }

  return {
    query,
    close,
    checkAccess,
    async open(request) {
      const body = openPaymentBody(request, merchant);
      const answer = await client
        .call(`/v3/pay/transactions/${request.channel}`, body)
        .catch(async (error: unknown) => {
          throw error instanceof WechatRefusal ? await refused(request, error) : error;
        });
      const timestamp = String(Math.floor(clock.now() / 1000));
      const nonce = Buffer.from(random.bytes(16)).toString('hex');
      const { appId } = merchant;
      const clientData = clientDataOf(request, answer, { appId, signer, timestamp, nonce });
      if (clientData !== undefined) return { clientData, providerRef: null };
      throw new ProviderUnreachable('WeChat Pay’s answer does not contain what the client needs.');
    },
  };
}
