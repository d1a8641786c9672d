/**
 * A value of the audit log as text in the operator's language: amounts, times in the shop's time zone,
 * states.
 */

import { amountText } from '../../format/amount-text.ts';
import { dateTimeText } from '../../format/date-time-text.ts';
import { nameOf } from '../../texts/name-of.ts';
import { words } from '../../texts/words.ts';

/** Fields with amounts in minor units. */
const moneyNames: ReadonlySet<string> = new Set(['price', 'member_price', 'amount']);

interface Shop {
  readonly currency: string;
  readonly time_zone: string;
}

export function auditValueText(name: string, value: unknown, shop: Shop): string {
  const { t } = words();
  if (value === undefined || value === null) return '–';
  if (typeof value === 'number' && moneyNames.has(name)) return amountText(value, shop.currency);
  const text = String(value);
  switch (name) {
    case 'member_until':
      return dateTimeText(text, shop.time_zone, 'minute');
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
    case 'funct_name':
      return nameOf(t.names.goodKind, text);
    default:
      return typeof value === 'boolean' ? nameOf(t.names.flag, text) : text;
  }
}
