/**
 * The content of an e-mail about an order, without layout. `src/mail/` writes the content as plain text and as
 * HTML. Pure.
 */

import { formatMoney } from '../format-money.ts';
import { type Language, languageTag } from '../language.ts';
import type { Refund } from '../payment-state.ts';
import type { ShopSettings } from '../shop-settings.ts';
import type { EmailKind } from './email-kinds.ts';
import { emailTexts } from './email-texts.ts';

export interface EmailLink {
  readonly label: string;
  readonly url: string;
}

export interface EmailContent {
  readonly subject: string;
  readonly heading: string;
  readonly paragraphs: readonly string[];
  /** The facts of the order: a label and a value each. */
  readonly facts: readonly (readonly [label: string, value: string])[];
  readonly button: EmailLink;
  /** Contact and company of the shop, one line each. */
  readonly shopLines: readonly string[];
  readonly shopLinks: readonly EmailLink[];
  /** Why the customer gets the e-mail. */
  readonly why: string;
  readonly unsubscribe: EmailLink;
}

export interface EmailFacts {
  readonly kind: EmailKind;
  readonly language: Language;
  readonly orderNo: string;
  /** The name of the good in the customer's language. */
  readonly title: string;
  /** The customer's choices in words. */
  readonly choices: readonly string[];
  readonly isMembership: boolean;
  /** Whether the work failed before the refund. */
  readonly hasFailed: boolean;
  readonly priceMinor: number;
  /** The last day on which the picture can be downloaded, `YYYY-MM-DD`; null unless the e-mail is about a picture. */
  readonly keptUntil: string | null;
  /**
   * The refund that the e-mail is about; null: the e-mail is about no refund. A surplus payment can have another currency
   * than the order.
   */
  readonly refund: Pick<Refund, 'amountMinor' | 'currency' | 'purpose'> | null;
  readonly currency: string;
  readonly orderUrl: string;
  readonly unsubscribeUrl: string;
  readonly shop: Pick<ShopSettings, 'shop_name' | 'contact' | 'company' | 'terms_url' | 'privacy_url'>;
}

/** The name of a shop whose operator has not named it. */
export const builtInShopName = 'Photokiosk';

export function composeEmail(facts: EmailFacts): EmailContent {
  const { language, shop } = facts;
  const t = emailTexts[language];
  const shopName = shop.shop_name || builtInShopName;
  const money = (minor: number, currency: string) => formatMoney(minor, currency, languageTag(language));
  const refunded = facts.refund === null ? '' : money(facts.refund.amountMinor, facts.refund.currency);
  const { heading, paragraphs } = t.messages[messageOf(facts)]({ title: facts.title, refunded });
  const company = shop.company.split('\n').flatMap((line) => line.trim() || []);
  return {
    subject: t.subject(heading, shopName),
    heading,
    paragraphs,
    facts: [
      [t.order, facts.orderNo],
      [t.product, [facts.title, ...facts.choices].join(t.comma)],
      [t.price, facts.priceMinor === 0 ? t.free : money(facts.priceMinor, facts.currency)],
      ...(facts.keptUntil === null ? [] : [[t.keptUntil, facts.keptUntil] as const]),
      ...(facts.refund === null ? [] : [[t.refund, refunded] as const]),
    ],
    button: { label: t.open, url: facts.orderUrl },
    shopLines: [shopName, ...(shop.contact === '' ? [] : [t.contact(shop.contact)]), ...company],
    shopLinks: [
      ...(shop.terms_url === '' ? [] : [{ label: t.terms, url: shop.terms_url }]),
      ...(shop.privacy_url === '' ? [] : [{ label: t.privacy, url: shop.privacy_url }]),
    ],
    why: t.why,
    unsubscribe: { label: t.unsubscribe, url: facts.unsubscribeUrl },
  };
}

function messageOf({
  kind,
  isMembership,
  hasFailed,
  refund,
}: EmailFacts): keyof (typeof emailTexts)['en']['messages'] {
  if (kind === 'ready' && isMembership) return 'begun';
  // The order itself goes on, or its own refund has an e-mail of its own.
  if (kind === 'refunded' && refund?.purpose === 'surplus') return 'surplusRefunded';
  return kind === 'refunded' && hasFailed ? 'failedAndRefunded' : kind;
}
