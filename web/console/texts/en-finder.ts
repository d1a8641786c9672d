/** The English texts about the search for everything, and actions on several orders. */

export const enFinder = {
  title: 'Search',
  label: 'Order, payment, refund or customer',
  placeholder: 'Number, last 4 characters, account, e-mail …',
  results: 'Results',
  nothing: 'Nothing found.',
  page: 'Page',
  by: {
    order_id: 'found by its id',
    payment: 'found by a payment number',
    refund: 'found by a refund number',
    email: 'found by its e-mail address',
  },
};

export const enBulk = {
  selected: (count: number) => `${count} ${count === 1 ? 'order' : 'orders'} selected`,
  select: (name: string) => `Select ${name}`,
  selectAll: 'Select all shown',
  limit: (count: number) => `An action takes at most ${count} orders.`,
  unselect: 'Clear selection',
  exportAll: 'Export CSV',
  exportSelected: 'Export',
  exportCut: 'The file does not have all orders that match, only the newest ones. Choose a shorter period.',
  retry: 'Retry',
  retryTitle: (count: number) => `Retry ${count} ${count === 1 ? 'order' : 'orders'}?`,
  retryText: 'Failed refunds and failed jobs of the selected orders run again. Refunds keep their numbers.',
  refund: 'Refund',
  refundTitle: (count: number, amount: string) =>
    `Refund ${count} ${count === 1 ? 'order' : 'orders'}, ${amount} in total?`,
  refundText:
    'The money is returned to the original payment methods, less what was refunded before. Selected orders that are not paid or are refunded already do not change.',
  refundApproval: (limit: string) => `Refunds above ${limit} wait for a second operator.`,
  done: (done: number, all: number) =>
    done === all ? `Done for all ${all}.` : `Done for ${done} of ${all}.`,
  refused: (count: number, why: string) => `Refused for ${count}: ${why}`,
  left: (count: number) => `${count} not tried.`,
};
