/**
 * Reasons: stable codes that are more specific than the error code in the same response. Pages translate
 * reasons, never the English text. `docs/errors.md` explains each one; an error code that has only one cause
 * has no reasons.
 */

import type { ErrorCode } from './errors.ts';

/** Each reason, with the one error code that it belongs to. */
export const errorReasons = {
  sign_in_required: 'unauthenticated',
  sign_in_expired: 'unauthenticated',
  wrong_password: 'invalid_credential',
  wrong_code: 'invalid_credential',
  unusable_passkey: 'invalid_credential',
  api_token_needed: 'invalid_credential',
  invalid_token: 'invalid_credential',

  role_not_allowed: 'forbidden',
  session_needed: 'forbidden',
  reauthentication_required: 'forbidden',
  second_factor_required: 'forbidden',
  foreign_origin: 'forbidden',
  wrong_csrf_token: 'forbidden',
  approval_needs_other_operator: 'forbidden',
  approver_not_independent: 'forbidden',
  refund_needs_approval: 'forbidden',
  note_of_another: 'forbidden',

  unknown_approval: 'unknown_item',
  unknown_bill: 'unknown_item',
  unknown_difference: 'unknown_item',
  unknown_event: 'unknown_item',
  unknown_good: 'unknown_item',
  unknown_grant: 'unknown_item',
  unknown_inbox_item: 'unknown_item',
  unknown_job: 'unknown_item',
  unknown_note: 'unknown_item',
  unknown_operator: 'unknown_item',
  unknown_passkey: 'unknown_item',
  unknown_problem: 'unknown_item',
  unknown_session: 'unknown_item',
  unknown_token: 'unknown_item',
  unknown_user: 'unknown_item',
  unknown_webhook_endpoint: 'unknown_item',

  payment_time_over: 'illegal_transition',
  order_not_payable: 'illegal_transition',
  too_many_payment_attempts: 'illegal_transition',
  payment_not_open: 'illegal_transition',
  nothing_paid: 'illegal_transition',
  refund_in_progress: 'illegal_transition',
  work_started: 'illegal_transition',
  photo_not_finished: 'illegal_transition',
  approval_pending: 'illegal_transition',
  approval_decided: 'illegal_transition',
  nothing_to_retry: 'illegal_transition',
  webhooks_not_configured: 'illegal_transition',
  webhook_endpoint_of_environment: 'illegal_transition',
  too_many_webhook_endpoints: 'illegal_transition',
  months_already_ended: 'illegal_transition',
  months_were_bought: 'illegal_transition',
  months_not_refundable: 'illegal_transition',
  months_refunded_meanwhile: 'illegal_transition',
  failed_refund_first: 'illegal_transition',
  good_changed: 'illegal_transition',
  settings_changed: 'illegal_transition',
  goods_list_changed: 'illegal_transition',
  job_not_retriable: 'illegal_transition',
  job_still_needed: 'illegal_transition',
  difference_resolved: 'illegal_transition',
  order_not_finished: 'illegal_transition',
  problem_not_answered: 'illegal_transition',
  too_many_problems: 'illegal_transition',
  problem_answered: 'illegal_transition',
  nothing_to_remake: 'illegal_transition',
  inbox_item_taken: 'illegal_transition',
  merge_needs_guest_and_user: 'illegal_transition',
  no_remedy: 'illegal_transition',
  provider_disagrees: 'illegal_transition',
  last_owner: 'illegal_transition',
  second_factor_already_on: 'illegal_transition',
  second_factor_missing: 'illegal_transition',
  password_changed_meanwhile: 'illegal_transition',

  not_an_image: 'unusable_image',
  unsupported_format: 'unusable_image',
  too_many_pixels: 'unusable_image',
  too_small: 'unusable_image',
  undecodable: 'unusable_image',
  no_face: 'unusable_image',
  several_faces: 'unusable_image',
  face_too_small: 'unusable_image',
  face_cut_off: 'unusable_image',
  face_turned: 'unusable_image',
  eyes_closed: 'unusable_image',
  too_blurred: 'unusable_image',
  cut_out_failed: 'unusable_image',
  rule_missed: 'unusable_image',
  background_not_allowed: 'unusable_image',
  file_size_impossible: 'unusable_image',
  unusable_icon: 'unusable_image',

  too_many_wrong_passwords: 'too_many_requests',
  too_many_streams: 'too_many_requests',
  payment_refused: 'payment_provider_failed',
  upload_quota_used: 'too_many_requests',
  photo_queue_full: 'unavailable',
  shop_closed: 'unavailable',
  storage_full: 'unavailable',
} as const satisfies Readonly<Record<string, ErrorCode>>;

export type ErrorReason = keyof typeof errorReasons;

/** The reasons that may come with one error code. */
export type ReasonOf<Code extends ErrorCode> = {
  [Reason in ErrorReason]: (typeof errorReasons)[Reason] extends Code ? Reason : never;
}[ErrorReason];
