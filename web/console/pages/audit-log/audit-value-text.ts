/**
 * A value of the audit log as text in the operator's language: amounts, times in the shop's time zone,
 * states.
 */

import { amountText } from '../../format/amount-text.ts';
import { dateTimeText } from '../../format/date-time-text.ts';
import { nameOf } from '../../texts/name-of.ts';
import { words } from '../../texts/words.ts';

/** Fields with amounts in minor units. */
const moneyNames: ReadonlySet<string> = new Set([
  'price',
  'member_price',
  'amount',
  'billed_amount',
  'own_amount',
]);

/** The form in which the service writes every time. */
const utcForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

interface Shop {
  readonly currency: string;
  readonly time_zone: string;
}

export function auditValueText(name: string, value: unknown, shop: Shop): string {
  const { t } = words();
  if (value === undefined || value === null) return '–';
  if (typeof value === 'number' && moneyNames.has(name)) return amountText(value, shop.currency);
  const text = String(value);
  if (utcForm.test(text)) return dateTimeText(text, shop.time_zone, 'minute');
  switch (name) {
    case 'status':
      return nameOf(t.names.orderStatus, text);
    case 'deal_status':
      return nameOf(t.names.dealStatus, text);
    case 'approval':
      return nameOf(t.names.approvalState, text);
    case 'role':
      return nameOf(t.names.role, text);
    case 'kind':
      return nameOf(t.names.jobKind, text);
    case 'state':
      return nameOf(t.names.jobState, text);
    case 'remedy':
      return nameOf(t.names.remedy, text);
    case 'billed_state':
    case 'own_state':
      return nameOf(t.names.bookState, text);
    case 'provider':
      return nameOf(t.names.provider, text);
    case 'origin':
      return nameOf(t.documents.origin, text);
    case 'funct_name':
      return nameOf(t.names.goodKind, text);
    default:
      return typeof value === 'boolean' ? nameOf(t.names.flag, text) : text;
  }
}
