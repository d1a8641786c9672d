/**
 * Statuses that the document lists and that no call receives. The document is frozen, so they stay documented.
 * `every-status.test.ts` fails when one of them leaves the document or has a case.
 */

type Reasons = Readonly<Partial<Record<number, string>>>;

const noParameters = 'the call has no parameters';
const everyRole = 'every role has the permission';

/** The statuses that are never answered, each with the reason, by `operationId`. */
export const neverAnswered: Readonly<Record<string, Reasons>> = {
  goods_list: { 422: noParameters },
  document_list: { 422: noParameters },
  my_vip: { 422: noParameters },
  my_data: { 422: noParameters },
  guest_token: { 422: noParameters },
  create_photo_link: { 422: noParameters },
  mark_order_vip: { 410: 'a membership needs no upload' },
  console_session: { 403: 'every signed-in operator may read their own session', 422: noParameters },
  console_sign_out: { 422: noParameters },
  console_sign_in_passkey_only_options: { 422: noParameters },
  console_sign_in_passkey_options: { 422: noParameters },
  console_reauthentication_options: { 422: noParameters },
  console_second_factor: { 422: noParameters },
  console_begin_authenticator_app: { 422: noParameters },
  console_remove_authenticator_app: { 422: noParameters },
  console_renew_recovery_codes: { 422: noParameters },
  console_new_passkey_options: { 422: noParameters },
  console_operators: { 422: noParameters },
  console_search_orders: { 403: everyRole },
  console_search: { 403: everyRole },
  console_orders_csv: { 403: everyRole },
  console_show_order: { 403: everyRole },
  console_list_saved_filters: { 403: everyRole, 422: noParameters },
  console_order_counts: { 403: everyRole },
  console_list_refund_approvals: { 403: everyRole },
  console_list_bills: { 403: everyRole },
  console_list_differences: { 403: everyRole },
  console_search_users: { 403: everyRole },
  console_show_user: { 403: everyRole },
  console_list_goods: { 403: everyRole, 422: noParameters },
  console_list_settings: { 403: everyRole, 422: noParameters },
  console_list_documents: { 403: everyRole, 422: noParameters },
  console_list_jobs: { 403: everyRole },
  console_money: { 403: everyRole },
  console_money_csv: { 403: everyRole },
  console_webhook_endpoints: { 403: everyRole, 422: noParameters },
  console_webhook_deliveries: { 403: everyRole },
  console_events: { 403: everyRole },
  console_numbers: { 403: everyRole },
  console_numbers_csv: { 403: everyRole },
  console_inbox: { 403: everyRole, 422: noParameters },
  console_list_notes: { 403: everyRole },
  console_health: { 403: everyRole, 422: noParameters },
};
