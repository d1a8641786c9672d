/** What can be wrong with one field of a request: a closed list. `docs/errors.md` explains each code. */

/** Each code, with the names of the numbers in `params`, which a page needs to write the whole sentence. */
export const fieldCodes = {
  missing: [],
  blank: [],
  text_length: ['min', 'max'],
  integer_range: ['min', 'max'],
  integer_min: ['min'],
  not_a_choice: [],
  not_a_flag: [],
  list_max: ['max'],
  list_item: [],
  list_repeats: [],
  key_characters: ['min', 'max'],
  not_a_day: [],
  not_a_time: [],
  not_a_cursor: [],
  day_order: [],
  days_max: ['max'],
  order_no_prefix: ['min'],
  unknown_good: [],
  other_operation: [],
  not_a_photo_good: [],
  not_an_id_photo: [],
  unknown_good_kind: [],
  unknown_icon: [],
  member_price_above_price: [],
  unknown_upload: [],
  unknown_document: [],
  not_a_document: [],
  not_a_rule: [],
  one_size: [],
  aspect: [],
  kb_order: [],
  too_large_to_enlarge: [],
  not_a_colour: [],
  not_strokes: [],
  low_contrast: [],
  not_a_web_address: [],
  not_an_email: [],
  colour_not_allowed: [],
  alteration_forbidden: [],
  unknown_provider: [],
  unknown_channel: [],
  one_order_only: [],
  several_currencies: [],
  login_needed: [],
  login_code_refused: [],
  paper_too_small: [],
  unknown_operator: [],
  operator_name_taken: [],
  operator_name_characters: [],
  token_name_taken: [],
  wrong_old_password: [],
  wrong_code: [],
  passkey_refused: [],
  same_password: [],
  common_password: [],
  webhook_address: [],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type FieldCode = keyof typeof fieldCodes;

/** One wrong field. `pointer` is a JSON Pointer (RFC 6901) into the request's parameters, e.g. `/goods_id`. */
export interface FieldError {
  readonly pointer: string;
  readonly code: FieldCode;
  /** Present if the code has numbers in `fieldCodes`. */
  readonly params?: Readonly<Record<string, number>>;
  readonly detail: string;
}
