/** E-mails about one order: the field, and afterwards the masked address with a button that removes it. */

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { fetchOrderEmail, removeOrderEmail, setOrderEmail } from '../api/operations.ts';
import { kindOf, type Order, type OrderEmail as OrderEmailAnswer } from '../api/types.ts';
import type { Stage } from '../order/order-stage.ts';
import { ErrorNotice } from '../parts/error-notice.tsx';
import { useShop } from '../parts/use-shop.ts';
import type { Texts } from '../texts/en.ts';
import { useWords } from '../texts/words.ts';
import { EmailInput, isEmailAddress } from './email-input.tsx';

/** The stages after which another e-mail follows, unless the order is cancelled. */
const awaiting: ReadonlySet<Stage> = new Set(['waitPay', 'queued', 'working', 'refunding', 'refundFailed']);
const ended: ReadonlySet<Stage> = new Set(['cancelled', 'refunded']);
const inRefund: ReadonlySet<Stage> = new Set(['refunding', 'refundFailed']);

interface OrderEmailProps {
  readonly order: Order;
  readonly stage: Stage;
}

/**
 * @param place the part of the page that this component is rendered in. While the customer waits, only `main` (the
 * main column) shows it; afterwards only `side` (beside the facts), so that it does not move the picture down.
 */
export function OrderEmail({ order, stage, place }: OrderEmailProps & { readonly place: 'main' | 'side' }) {
  const { config } = useShop();
  if (!config.emails_offered || ended.has(stage)) return null;
  return awaiting.has(stage) === (place === 'main') ? <Email order={order} stage={stage} /> : null;
}

function titleOf(t: Texts, order: Order, stage: Stage): string {
  if (inRefund.has(stage)) return t.emailTitleOfRefund;
  return kindOf(order) === 'vip' ? t.emailTitleOfMembership : t.emailTitle;
}

function Email({ order, stage }: OrderEmailProps) {
  const { t } = useWords();
  const queryClient = useQueryClient();
  const { order_no: orderNo } = order;
  const queryKey = ['email', orderNo];
  const { data } = useQuery({ queryKey, queryFn: () => fetchOrderEmail(orderNo) });
  const put = (answer: OrderEmailAnswer) => queryClient.setQueryData(queryKey, answer);
  const removing = useMutation({ mutationFn: () => removeOrderEmail(orderNo), onSuccess: put });
  if (data === undefined) return null;
  const { email, unsubscribed } = data;
  if (email === null && !awaiting.has(stage)) return null;
  return (
    <section className="panel order-email" aria-labelledby="email-title">
      <h2 id="email-title">{email === null ? titleOf(t, order, stage) : t.emailsTitle}</h2>
      {unsubscribed && <p className="hint">{t.emailUnsubscribed}</p>}
      {email !== null && (
        <>
          <p role="status">{t.emailSet(email)}</p>
          {removing.isError && <ErrorNotice error={removing.error} />}
          <div className="actions">
            <button
              type="button"
              className="button quiet small"
              disabled={removing.isPending}
              onClick={() => removing.mutate()}
            >
              {t.emailRemove}
            </button>
          </div>
        </>
      )}
      {email === null && !unsubscribed && <EmailForm orderNo={orderNo} onSet={put} />}
    </section>
  );
}

interface EmailFormProps {
  readonly orderNo: string;
  readonly onSet: (answer: OrderEmailAnswer) => void;
}

function EmailForm({ orderNo, onSet }: EmailFormProps) {
  const { t, language } = useWords();
  const [address, setAddress] = useState('');
  const [isWrong, setWrong] = useState(false);
  const setting = useMutation({
    mutationFn: () => setOrderEmail(orderNo, address.trim(), language),
    onSuccess: onSet,
  });
  function send(event: FormEvent): void {
    event.preventDefault();
    const isComplete = isEmailAddress(address);
    setWrong(!isComplete);
    if (isComplete && !setting.isPending) setting.mutate();
  }
  return (
    <form className="email-form" onSubmit={send} noValidate>
      <EmailInput
        label={t.emailLabel}
        value={address}
        isWrong={isWrong}
        onChange={(value) => {
          setAddress(value);
          setWrong(false);
        }}
      >
        <button type="submit" className="button quiet" disabled={address.trim() === '' || setting.isPending}>
          {t.emailSend}
        </button>
      </EmailInput>
      {setting.isError && <ErrorNotice error={setting.error} />}
    </form>
  );
}
