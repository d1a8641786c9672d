/** English: problems that customers report about finished orders, and the answers. */

import type { ProblemAnswer, ProblemReason, ProblemState } from '../../../src/domain/order-problem.ts';

export const enProblems = {
  title: 'Problem reported by the customer',
  reason: {
    colours: 'The colours look wrong',
    outline: 'Hair or outline is cut badly',
    position: 'The head is too big, too small or not in the middle',
    quality: 'The picture is blurred or damaged',
    wrong_choice: 'The customer chose the wrong size or background',
    not_accepted: 'The office refused the photo',
    not_received: 'The customer did not receive what was ordered',
    other: 'Something else',
  } satisfies Record<ProblemReason, string>,
  state: {
    open: 'Waiting for an answer',
    remaking: 'A new picture is being made',
    answered: 'Answered',
  } satisfies Record<ProblemState, string>,
  answer: {
    reply: 'Answered with a reply',
    remake: 'New picture',
    refund: 'Refunded',
  } satisfies Record<ProblemAnswer, string>,
  event: { reported: 'Customer reported a problem', answered: 'Problem answered' },
  reported: 'Reported',
  answeredBy: (name: string) => `by ${name}`,
  noNote: 'The customer left no note.',
  picture: 'The picture, with the part that the customer marked',
  pictureGone: 'The picture was deleted or replaced.',
  waitingReply: 'The customer receives this reply when the refund is approved:',
  sentReply: 'Reply to the customer:',
  remakeFailed: (why: string) => `No new picture could be made: ${why}`,
  reply: 'Reply',
  replyTitle: 'Reply to the customer',
  replyText: 'The customer reads your reply on the page of the order. The problem then counts as answered.',
  words: 'Message to the customer',
  wordsOptional: 'Message to the customer (optional)',
  replied: 'Reply sent.',
  remake: 'Make again',
  remakeTitle: 'Make the picture again, free of charge?',
  remakeText:
    'The picture is made again from the customer’s photo. The new picture replaces the present one, which the customer can still download.',
  remakeSame:
    'With the same settings, the new picture looks the same unless the service has been updated or the present file is damaged.',
  sameSettings: 'Same settings',
  otherSettings: 'Other settings',
  remaking: 'The new picture is being made.',
  refund: 'Refund',
  refundTitle: 'Answer with a refund?',
  wholeOrder: (amount: string) => `The whole order, ${amount}`,
  someMonths: 'Months that have not started',
  refundReason: 'Reason for the refund',
  refunded: 'Refund started.',
};
