/**
 * The English texts about errors, keyed by the codes of docs/errors.md. The tables have the service's own types, so
 * a new reason or field code without a text does not compile.
 */

import type { ErrorReason, ReasonOf } from '../../../src/domain/error-reasons.ts';
import type { FieldCode } from '../../../src/domain/field-codes.ts';

/** The console uploads no photos; web/shared/photo-words.ts has the texts for photos. */
type PhotoReason = Exclude<ReasonOf<'unusable_image'>, 'unusable_icon'>;

/** Field codes that only operations of the shop return. The console needs no texts for them. */
type ShopFieldCode =
  | 'key_characters'
  | 'other_operation'
  | 'not_a_photo_good'
  | 'not_an_id_photo'
  | 'unknown_upload'
  | 'unknown_provider'
  | 'unknown_channel'
  | 'one_order_only'
  | 'several_currencies'
  | 'login_needed'
  | 'login_code_refused'
  | 'paper_too_small'
  | 'unknown_document'
  | 'not_a_document'
  | 'one_size'
  | 'aspect'
  | 'kb_order'
  | 'colour_not_allowed'
  | 'alteration_forbidden'
  | 'not_an_email';

type Params = Readonly<Record<string, number | string>>;

/** @param name the label of the field on the page. */
type FieldText = (name: string, params: Params) => string;

export const enErrors = {
  unreachable: 'The service is not responding. Check your connection or try again in a moment.',
  offline: 'You are offline. Check your connection.',
  pageFailed: 'This page has an error. Reload it.',
  tooManyRequests: (seconds: number) => `Too many requests. Try again in ${seconds} seconds.`,
  internal: (requestId: string) => `The service has an error. Request ID for the log: ${requestId}`,
  other: 'The service refused this request.',

  code: {
    illegal_transition: 'This is no longer possible. Reload the page to see the current state.',
    forbidden: 'Your role does not allow this.',
    unknown_item: 'This item no longer exists.',
    unknown_order: 'This order does not exist.',
    invalid_parameters: 'Some of the values are not valid.',
    body_too_large: 'The file is too large.',
    unusable_image: 'The image cannot be used.',
    unavailable: 'The service is busy or restarting. Try again in a moment.',
  },

  reason: {
    sign_in_required: 'Please sign in.',
    sign_in_expired: 'The sign-in took too long. Enter your name and password again.',
    wrong_password: 'The name or the password is wrong.',
    wrong_code: 'This code is wrong or was used before.',
    unusable_passkey: 'This passkey does not open the console. Sign in with your password.',
    api_token_needed: 'This operator needs a second factor. Use an API token.',
    invalid_token: 'Please sign in again.',
    role_not_allowed: 'Your role does not allow this.',
    session_needed: 'Sign in to the console for this.',
    reauthentication_required: 'Confirm that it is you, then try again.',
    second_factor_required: 'Set up a second factor first.',
    foreign_origin: 'Open the console at its own address and try again.',
    wrong_csrf_token: 'You signed in again in another tab. Reload this page.',
    approval_needs_other_operator: 'Another operator must approve a refund that you requested.',
    approver_not_independent:
      'You cannot approve this refund: the operator who requested it has added your account or reset its password, or another operator has done so since the request. Another operator must approve it.',
    refund_needs_approval: 'A refund of this amount needs a second operator.',
    note_of_another: 'Only its author or an owner can remove a note.',
    consent_required: 'The customer has not consented to the processing of faces.',
    unknown_refund: 'This order has no such refund.',
    unknown_approval: 'This refund request no longer exists.',
    unknown_bill: 'The provider has no bill of this day.',
    day_not_ended: 'This day has not ended. Its bill does not exist yet.',
    unknown_document: 'This document does not exist.',
    unknown_difference: 'This difference no longer exists.',
    unknown_event: 'This webhook no longer exists.',
    unknown_good: 'This product no longer exists.',
    unknown_grant: 'This membership no longer exists.',
    unknown_job: 'This job no longer exists. It may have finished.',
    unknown_note: 'This note no longer exists.',
    unknown_inbox_item: 'This item is no longer in the inbox.',
    unknown_operator: 'This operator does not exist.',
    unknown_passkey: 'This passkey no longer exists.',
    unknown_saved_filter: 'This filter no longer exists.',
    unknown_session: 'This session has already ended.',
    unknown_token: 'This token no longer exists.',
    unknown_user: 'This customer does not exist.',
    unknown_webhook_endpoint: 'This endpoint does not exist any more.',
    payment_time_over: 'The time to pay this order is over.',
    order_not_payable: 'This order cannot be paid any more.',
    too_many_payment_attempts: 'This order has used all its payment attempts.',
    payment_not_open: 'This payment is no longer open.',
    nothing_paid: 'This order has no payment to refund.',
    already_refunded: 'The money of this order has already been returned.',
    order_not_unpaid: 'Only an unpaid order can be cancelled.',
    refund_in_progress: 'The refund is already in progress.',
    refund_app_store_only: 'Only the app store in which the customer paid can return this money.',
    refund_shop_only: 'The payment provider will not return this money. Pay the customer in another way.',
    work_started: 'Processing has started.',
    photo_not_finished: 'The photo is not finished.',
    document_removed: 'The service no longer has this document, and does not know the rule of the photo.',
    approval_pending: 'A refund of this order is already waiting for approval.',
    approval_decided: 'This refund request has already been reviewed.',
    nothing_to_retry: 'This order has nothing to retry.',
    webhooks_not_configured: 'The endpoints of this event do not exist any more.',
    webhook_endpoint_of_environment: 'EVENTS_URL and EVENTS_SECRET set this endpoint.',
    webhook_endpoint_changed:
      'Another operator changed this endpoint. Close this window and open the endpoint again.',
    too_many_webhook_endpoints: 'There are 16 endpoints. Remove one first.',
    too_many_saved_filters: 'You have 20 saved filters. Delete one first.',
    months_already_ended: 'This membership has already ended.',
    months_were_bought: 'These months were bought. Refund the order to end them.',
    months_not_refundable:
      'Not so many months can be refunded: they have started, or none would remain. To return everything, refund the order.',
    not_a_membership: 'This order is no membership, so it has no months to refund.',
    unknown_problem: 'There is no such problem.',
    order_not_finished: 'The order is not finished.',
    problem_not_answered: 'The last problem of this order is not answered.',
    too_many_problems: 'No further problem can be reported about this order.',
    problem_answered: 'Another operator has answered this problem. Close this window to see the answer.',
    nothing_to_remake: 'No new picture can be made for this order.',
    emails_not_offered: 'This shop sends no e-mails.',
    email_unsubscribed: 'The recipient has unsubscribed from the e-mails about this order.',
    too_many_emails_entered: 'The e-mail address of this order was changed too often.',
    order_ended: 'This order has ended.',
    months_granted_meanwhile:
      'This customer got other months of membership meanwhile. Close this window and check the membership.',
    months_refunded_meanwhile:
      'Other months of this order were refunded meanwhile. Close this window and check the order.',
    failed_refund_first:
      'A refund of this order has failed. Retry that refund, or mark it as settled in another way.',
    refund_not_failed: 'This refund has not failed, so it cannot be settled in another way.',
    document_changed:
      'Another operator changed this document. Close this window and open the document again.',
    settings_changed: 'Another operator changed the settings. Reload the page to see them.',
    good_changed: 'Another operator changed this product. Close this window and open the product again.',
    goods_list_changed: 'The list of products has changed. Reload the page.',
    job_not_retriable: 'This job cannot be retried: it is running or has nothing left to do.',
    job_still_needed: 'This job cannot be discarded because its order needs it.',
    difference_resolved: 'This difference has already been resolved.',
    erasure_must_wait: 'An order of this customer is not finished. Try again when it is finished.',
    merge_needs_guest_and_user: 'Only a guest can be merged, and only into a customer who has signed in.',
    inbox_item_taken: 'Another operator has taken this item in the meantime. The list is up to date again.',
    no_remedy: 'The service cannot do this for the difference. Reload the page.',
    remedy_changed: 'The proposed remedy has changed. Close this window and look at the difference again.',
    provider_disagrees: 'The payment provider does not confirm this payment. Nothing changed.',
    last_owner: 'This is the last owner. Make another operator an owner first.',
    own_password: 'Change your own password under My account.',
    second_factor_already_on: 'Remove your current authenticator app first.',
    second_factor_missing: 'Set up a second factor first.',
    password_changed_meanwhile: 'Your password was changed in the meantime. Sign in again.',
    unusable_icon: 'Upload a PNG or WebP image of at least 16 × 16 pixels.',
    too_many_wrong_passwords: 'Too many wrong passwords. Try again later.',
    too_many_streams: 'Too many open connections. Try again later.',
    payment_refused: 'The payment provider refused this payment.',
    upload_quota_used: 'Too much was uploaded from this address today. Try again later.',
    email_quota_used: 'Too many e-mail addresses were entered. Try again later.',
    shop_closed: 'The shop takes no orders at the moment.',
    photo_queue_full: 'Too many photos are waiting. Try again in a moment.',
    storage_full: 'The disk of the service is full. Free some space, then try again.',
  } satisfies Record<Exclude<ErrorReason, PhotoReason>, string>,

  field: {
    missing: (name) => `${name} is required.`,
    blank: (name) => `${name} is required.`,
    text_length: (name, { min = 0, max = 0 }) => `${name} must have ${min} to ${max} characters.`,
    integer_range: (name, { min = 0, max = 0 }) => `${name} must be a whole number from ${min} to ${max}.`,
    integer_min: (name, { min = 0 }) => `${name} must be a whole number of at least ${min}.`,
    not_a_choice: (name) => `${name}: choose one of the listed values.`,
    not_a_flag: (name) => `${name} must be on or off.`,
    list_max: (name, { max = 0 }) => `${name}: at most ${max} items.`,
    list_item: (name) => `${name}: one item is not valid.`,
    list_repeats: (name) => `${name}: an item occurs twice.`,
    not_a_day: (name) => `${name} must be a date.`,
    not_a_time: (name) => `${name} must be a time.`,
    not_a_cursor: () => 'The list has changed. Reload the page.',
    day_order: () => 'The last day cannot be before the first day.',
    days_max: (_name, { max = 0 }) => `Choose at most ${max} days.`,
    order_no_prefix: (_name, { min = 0 }) =>
      `Enter the last 4 or at least the first ${min} characters of the order number.`,
    unknown_good: () => 'This product does not exist.',
    too_large_to_enlarge: () => 'This photo has too many pixels to be enlarged.',
    unknown_good_kind: () => 'The service sells no products of this type.',
    not_a_colour: () => 'Enter # and six digits from 0 to 9 and a to f.',
    not_strokes: () => 'The brush strokes are not in the right form, or there are too many.',
    not_a_rule: (name) => `${name}: this value is not possible.`,
    low_contrast: () => 'Text in this colour is hard to read. Choose a darker colour.',
    not_a_web_address: () => 'Enter an address that begins with https://',
    unknown_icon: () => 'This icon does not exist. Choose or upload another one.',
    member_price_above_price: () => 'Members cannot pay more than others.',
    unknown_operator: () => 'Choose an operator who can work on the inbox.',
    operator_name_taken: () => 'An operator with this name already exists.',
    token_name_taken: () => 'You have a token of this name.',
    operator_name_characters: () =>
      'Use letters, digits, spaces and . _ @ + - only, and begin with a letter or digit.',
    wrong_code: () => 'This code is wrong or was used before.',
    passkey_refused: () => 'The passkey could not be verified. Try again.',
    wrong_old_password: () => 'The current password is wrong.',
    webhook_address: () => 'Enter a public address that begins with https:// and contains no password.',
    common_password: () => 'This password is among the first that a guesser tries. Choose another one.',
    same_password: () => 'The new password is the same as the current one.',
  } satisfies Record<Exclude<FieldCode, ShopFieldCode>, FieldText>,

  fieldName: {
    name: 'Name',
    title: 'Title',
    summary: 'Description',
    price: 'Price',
    member_price: 'Member price',
    icon: 'Icon',
    file: 'File',
    months: 'Months',
    reason: 'Reason',
    old_password: 'Current password',
    new_password: 'New password',
    from: 'From',
    to: 'To',
  },
};
