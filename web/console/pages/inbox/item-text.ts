/** What an item of the inbox says, and the page on which the operator acts on it. */

import type { InboxItem } from '../../api/types.ts';
import { nameOf } from '../../texts/name-of.ts';
import { words } from '../../texts/words.ts';

/** The name of the item: the topic, and for an approval also what is approved. */
export function itemTitle({ topic, code }: InboxItem): string {
  const { inbox } = words().t;
  return topic === 'refund_approval' && code === 'settlement'
    ? inbox.settlementToApprove
    : inbox.topic[topic];
}

/** A sentence in the operator's language; empty if the topic says everything. */
export function itemText({ topic, code, words: given }: InboxItem): string {
  const { t } = words();
  switch (topic) {
    case 'failed_refund':
      return code === null ? '' : nameOf(t.names.refundFailure, code);
    case 'refund_approval':
      return given ?? '';
    case 'dispute':
      return t.inbox.disputeAt(nameOf(t.names.provider, code ?? ''));
    case 'problem':
      return nameOf(t.problems.reason, code ?? '');
    case 'difference': {
      const [kind = '', type = ''] = (code ?? '').split('.');
      return nameOf(kind === 'refund' ? t.names.differenceType.refund : t.names.differenceType.payment, type);
    }
    case 'failed_job':
      return nameOf(t.names.jobKind, code ?? '');
    default:
      return topic satisfies never;
  }
}

/** The text that a customer, a provider or an error gave. The page shows it untranslated. */
export function itemDetail({ topic, words: given }: InboxItem): string | null {
  return topic === 'refund_approval' ? null : given;
}

export function itemAddress({ topic, code, order_id }: InboxItem): string {
  if (topic === 'difference') return '/reconciliation';
  if (topic === 'failed_job') return `/jobs?kind=${encodeURIComponent(code ?? '')}`;
  return order_id === null ? '/orders' : `/orders/${order_id}`;
}
