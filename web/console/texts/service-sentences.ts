/**
 * What the service says in English where it refuses or fails, as far as it is known here. On the page each is shown
 * through `sayAgain`; one that a dictionary lacks is told by its code, or as it came.
 */

import { isTranslated, language, t, wordOf } from './words.ts';

/** Of the console's use cases, and of its pages where they refuse before the service could. */
export const refusalSentences = {
  approvalWaits: 'A refund of this order waits for a second operator already.',
  approvalDecided: 'This request for a refund has been decided already.',
  approvalByOther: 'Another operator than the one who asked must confirm a refund.',
  approvalGone: 'There is no such request for a refund.',
  nothingPaid: 'Nothing was paid that could be given back.',
  refundOnItsWay: 'The refund is already on its way.',
  otherGoods: 'The catalogue has other goods by now; load it again.',
  noEventsAddress: 'The shop has set no address for events.',
  eventGone: 'This order has no such event.',
  nothingToRetry: 'There is nothing to try again.',
  monthsEnded: 'These months have ended already.',
  monthsBought: 'These months were bought: refund the order to end them.',
  monthsGone: 'This user was granted no such months.',
  lastOwner: 'This is the last owner; make another one first.',
  jobOwed: 'This job cannot be discarded: its work is still owed.',
  jobNotRetried: 'This job cannot be retried: nothing is left for it to do, or it runs.',
  jobGone: 'There is no such job; it may have ended.',
  passwordChanged: 'Your password was changed meanwhile.',
  goodChanged: 'This good was changed meanwhile. Close this and look at it again before you edit it.',
  goodGone: 'There is no such good.',
  operatorGone: 'There is no such operator.',
  sessionGone: 'There is no such session.',
  userGone: 'There is no such user.',
  iconUnusable: 'Send a whole PNG or WebP image of at least 16 pixels a side.',
  nameTaken: 'There is an operator of this name.',
  nameLetters: 'Use letters, digits, blanks and . _ @ + - and begin with a letter or digit.',
  notYourPassword: 'This is not your password.',
  oldPassword: 'This is your old password.',
};

/** What is wrong with a field. Numbers stand as their places. */
export const fieldSentences = {
  missing: 'is missing',
  blank: 'must not be blank',
  text: 'must be a text of {1} to {2} characters',
  integer: 'must be an integer from {1} to {2}',
  integerMin: 'must be an integer of at least {1}',
  day: 'must be a day, written YYYY-MM-DD',
  daysBackwards: 'must not be before `from`',
  daysMax: 'must be within {1} days',
  icon: 'is neither a built-in icon nor an uploaded one',
};

/** Of providers. What else they say is their own. */
export const providerSentences = {
  declined: 'The card was declined.',
  refundRefused: 'The bank refused the refund.',
  paymentGone: 'There is no such payment, or it was never paid.',
  otherCurrency: 'The payment was in another currency.',
  refundGone: 'There is no such refund.',
};

/** By the error's code, where the sentence has no translation. */
export const codeSentences: Readonly<Record<string, string>> = {
  illegal_transition: 'This is no longer possible: something has changed meanwhile. Load the page again.',
  forbidden: 'Your role does not allow this.',
  unknown_item: 'It is no longer there.',
  unknown_order: 'It is no longer there.',
  invalid_parameters: 'The service did not accept this.',
  body_too_large: 'The file is too large.',
  unusable_image: 'The image cannot be used.',
};

/** Names of fields. */
export const fieldNames: Readonly<Record<string, string>> = {
  name: 'Name',
  title: 'Title',
  summary: 'Summary',
  price: 'Price',
  icon: 'Icon',
  months: 'Months',
  reason: 'Reason',
  old_password: 'Old password',
  new_password: 'New password',
  from: 'From day',
  to: 'To day',
};

/** Where nothing is known of it, what failed is told as it came: with the name of an error before it, maybe. */
export function sayAgain(sentence: string): string {
  const plain = sentence.replace(/^\w*Error: |^ProviderUnreachable: /, '');
  return isTranslated(plain) ? t(plain) : sentence;
}

export function sayRefusal(code: string, sentence: string): string {
  const known = Object.hasOwn(codeSentences, code) ? codeSentences[code] : undefined;
  return isTranslated(sentence) || known === undefined ? sayAgain(sentence) : t(known);
}

export function sayField(detail: string): string {
  const values = (detail.match(/\d+/g) ?? []).map((value, index) => [String(index + 1), value] as const);
  let count = 0;
  const phrase = detail.replace(/\d+/g, () => {
    count += 1;
    return `{${count}}`;
  });
  return isTranslated(phrase) ? t(phrase, Object.fromEntries(values)) : detail;
}

/** A whole sentence stands alone, what begins small goes on after the field's name. */
export function sayFieldWithName(name: string, detail: string): string {
  const said = sayField(detail);
  if (/^[A-Z]/.test(detail)) return said;
  return `${wordOf(fieldNames, name)}${language === 'zh' ? '' : ' '}${said}`;
}
