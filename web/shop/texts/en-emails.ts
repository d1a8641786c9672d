/** The texts about e-mails in English. */

export const enEmails = {
  emailTitle: 'E-mail me when it is ready',
  emailTitleOfMembership: 'Confirm by e-mail',
  emailTitleOfRefund: 'E-mail me when the refund is done',
  emailsTitle: 'E-mails about this order',
  emailOptional: (title: string) => `${title} (optional)`,
  emailLabel: 'E-mail address',
  emailHint: 'Only about this order. You can unsubscribe in each e-mail.',
  emailSend: 'Notify me',
  emailSet: (address: string) => `We will e-mail ${address} about this order.`,
  emailRemove: 'Stop e-mails',
  emailUnsubscribed: 'The recipient has unsubscribed from e-mails about this order.',
  emailWrong: 'Enter a complete e-mail address.',
  emailErrors: {
    email_unsubscribed: 'The recipient has unsubscribed from e-mails about this order.',
    too_many_emails_entered: 'The address for this order was changed too often.',
    email_quota_used: 'Too many addresses were entered. Try again later.',
    order_ended: 'This order has ended, so there will be no more e-mails about it.',
    emails_not_offered: 'This shop sends no e-mails at the moment.',
  },
};
