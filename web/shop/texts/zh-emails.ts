/** The texts about e-mails in Chinese. */

import type { enEmails } from './en-emails.ts';

export const zhEmails: typeof enEmails = {
  emailTitle: '做好后邮件通知我',
  emailTitleOfMembership: '开通后邮件通知我',
  emailTitleOfRefund: '退款完成后邮件通知我',
  emailsTitle: '订单邮件',
  emailOptional: (title) => `${title}（选填）`,
  emailLabel: '邮箱',
  emailHint: '只用于这个订单，每封邮件里都可以退订。',
  emailSend: '通知我',
  emailSet: (address) => `这个订单的进展会发到 ${address}。`,
  emailRemove: '不再通知',
  emailUnsubscribed: '收件人已退订这个订单的邮件。',
  emailWrong: '请填写完整的邮箱地址。',
  emailErrors: {
    email_unsubscribed: '收件人已退订这个订单的邮件。',
    too_many_emails_entered: '这个订单的邮箱修改次数过多。',
    email_quota_used: '填写邮箱次数过多，请稍后再试。',
    order_ended: '订单已结束，不会再有邮件。',
    emails_not_offered: '本店暂不发送邮件。',
  },
};
