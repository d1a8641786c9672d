/**
 * Reads the envelope of a Stripe event. The adapter takes from the event only which object has changed, and reads that
 * object again at Stripe.
 */

export interface WebhookEvent {
  readonly id: string;
  readonly type: string;
  readonly isLive: boolean;
  /** Whether the event is about an account that is connected to the operator's own. */
  readonly isConnected: boolean;
  readonly objectId: string;
  /** The payment intent of the object; null: the object has none. */
  readonly intentId: string | null;
  readonly paymentNo: string | null;
  readonly refundNo: string | null;
}

type Fields = Readonly<Record<string, unknown>>;

/** Call it only with a body whose signature is valid. @returns undefined when the body is not an event. */
export function readWebhookEvent(body: Uint8Array): WebhookEvent | undefined {
  const event = parsed(body);
  const object = fieldsOf(fieldsOf(event.data).object);
  const metadata = fieldsOf(object.metadata);
  const id = textOf(event.id);
  const type = textOf(event.type);
  if (id === null || type === null) return undefined;
  return {
    id,
    type,
    isLive: event.livemode === true,
    isConnected: textOf(event.account) !== null,
    objectId: textOf(object.id) ?? '',
    intentId: textOf(object.payment_intent) ?? textOf(fieldsOf(object.payment_intent).id),
    paymentNo: textOf(metadata.payment_no),
    refundNo: textOf(metadata.refund_no),
  };
}

function parsed(body: Uint8Array): Fields {
  try {
    return fieldsOf(JSON.parse(Buffer.from(body).toString('utf8')));
  } catch {
    return {};
  }
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
