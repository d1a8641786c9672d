/** The English texts about the inbox and internal notes. */

import type { InboxTopic } from '../../../src/usecases/ports/inbox-source.ts';

export const enInbox = {
  lead: 'Everything that waits for a person, oldest first. An item disappears when its cause is gone.',
  empty: 'Nothing waits for you.',
  emptyMine: 'You have no items.',
  emptyFree: 'Every item has an operator who is responsible for it.',
  all: 'All',
  mine: 'Mine',
  unassigned: 'Unassigned',
  allTopics: 'All topics',
  cut: (topics: string) => `The list shows the first 100 of: ${topics}.`,
  topic: {
    failed_refund: 'Failed refund',
    refund_approval: 'Refund to approve',
    dispute: 'Dispute',
    problem: 'Problem of a customer',
    difference: 'Difference to a bill',
    failed_job: 'Failed job',
  } satisfies Record<InboxTopic, string>,
  settlementToApprove: 'Settlement to approve',
  what: 'What',
  waiting: 'Waiting',
  responsible: 'Responsible',
  noOperator: 'No operator',
  you: 'You',
  take: 'Take',
  takeOver: 'Take over',
  release: 'Release',
  assignTo: 'Responsible',
  taken: 'The item is yours.',
  customerNote: 'The customer’s note:',
  released: 'The item is free again.',
  assigned: (name: string) => `${name} is responsible now.`,
  open: 'Open',
  noteCount: (count: number) => `${count} ${count === 1 ? 'note' : 'notes'}`,
  disputeAt: (provider: string) => `The customer disputes the payment at ${provider}.`,
};

export const enNotes = {
  title: 'Internal notes',
  onlyColleagues: 'Only operators see notes.',
  none: 'No notes yet.',
  label: 'New note',
  placeholder: 'What colleagues should know',
  add: 'Add note',
  added: 'Note added.',
  remove: 'Remove',
  removeTitle: 'Remove this note?',
  removeText: 'The note is deleted. The audit log records that it was removed, without its text.',
  removed: 'Note removed.',
};
