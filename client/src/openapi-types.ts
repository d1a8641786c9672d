/**
 * The HTTP API as types. Generated from docs/openapi.json by `node scripts/api-types.ts`; do not edit.
 */

export type Good = {
  readonly id: number;
  readonly title: string;
  readonly summary: string;
  readonly icon: string;
  readonly price: number;
  readonly sort: number;
  readonly funct_name: string;
};

export type Order = {
  readonly id: number;
  readonly user_id: number;
  readonly goods_id: number;
  readonly from_user_id: number | null;
  readonly create_time: string;
  readonly pay_time: string | null;
  readonly status: 'wait_pay' | 'pay' | 'cancal' | 'wait_refund' | 'refund';
  readonly order_no: string;
  readonly price: number;
  readonly pay_ext_refund_data: {
    readonly refund_no: string;
    readonly amount: number;
    readonly currency: string;
    readonly reason: string;
    readonly reason_code:
      | 'not_an_image'
      | 'unsupported_format'
      | 'too_many_pixels'
      | 'too_small'
      | 'too_large_to_enlarge'
      | 'undecodable'
      | 'no_face'
      | 'several_faces'
      | 'face_too_small'
      | 'face_cut_off'
      | 'face_turned'
      | 'eyes_closed'
      | 'face_too_dark'
      | 'too_blurred'
      | 'cut_out_failed'
      | 'rule_missed'
      | 'background_not_allowed'
      | 'file_size_impossible'
      | 'attempts_exhausted'
      | 'upload_gone'
      | 'document_removed'
      | 'withdrawn'
      | 'other'
      | null;
    readonly state: 'requested' | 'pending' | 'done' | 'failed';
    readonly settled: boolean;
    readonly failure_code: 'app_store_only' | 'not_refundable' | 'delayed' | null;
    readonly provider: string;
    readonly provider_refund_id: string | null;
    readonly requested_at: string;
    readonly finished_at: string | null;
  } | null;
  readonly deal_status: 'init' | 'ing' | 'done' | 'fail';
  readonly funct_name: string;
  readonly deal_result: string | null;
};

type OrderDetails = {
  readonly order_no: string;
  readonly color: string | null;
  readonly size:
    | 'one_inch'
    | 'two_inch'
    | 'small_one_inch'
    | 'small_two_inch'
    | 'large_one_inch'
    | 'large_two_inch'
    | 'five_inch'
    | 'english_test'
    | 'computer_test'
    | 'postgraduate'
    | 'social_security'
    | 'driving_licence'
    | 'us_visa'
    | 'korea_visa'
    | 'japan_visa'
    | null;
  readonly document: string | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly unit: 'px' | 'mm' | null;
  readonly dpi: number | null;
  readonly kb_min: number | null;
  readonly kb_max: number | null;
  readonly crop_only: number | null;
  readonly correct: number | null;
  readonly cut_strokes: string | null;
  readonly colour: number | null;
  readonly enlarge: number | null;
  readonly num: number | null;
  readonly result_until: string | null;
};

export type Problem = {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly instance: string;
  readonly code:
    | 'malformed_request'
    | 'unauthenticated'
    | 'invalid_credential'
    | 'forbidden'
    | 'unknown_operation'
    | 'unknown_order'
    | 'unknown_file'
    | 'unknown_payment'
    | 'unknown_item'
    | 'method_not_allowed'
    | 'illegal_transition'
    | 'request_in_flight'
    | 'result_expired'
    | 'link_expired'
    | 'upload_expired'
    | 'body_too_large'
    | 'unsupported_media_type'
    | 'invalid_parameters'
    | 'unusable_image'
    | 'idempotency_key_reused'
    | 'too_many_requests'
    | 'payment_provider_failed'
    | 'unavailable'
    | 'internal';
  readonly reason?:
    | 'sign_in_required'
    | 'sign_in_expired'
    | 'wrong_password'
    | 'wrong_code'
    | 'unusable_passkey'
    | 'api_token_needed'
    | 'invalid_token'
    | 'role_not_allowed'
    | 'session_needed'
    | 'reauthentication_required'
    | 'second_factor_required'
    | 'foreign_origin'
    | 'wrong_csrf_token'
    | 'approval_needs_other_operator'
    | 'approver_not_independent'
    | 'refund_needs_approval'
    | 'note_of_another'
    | 'consent_required'
    | 'unknown_refund'
    | 'unknown_approval'
    | 'unknown_bill'
    | 'day_not_ended'
    | 'unknown_difference'
    | 'unknown_document'
    | 'unknown_event'
    | 'unknown_good'
    | 'unknown_grant'
    | 'unknown_inbox_item'
    | 'unknown_job'
    | 'unknown_note'
    | 'unknown_operator'
    | 'unknown_passkey'
    | 'unknown_problem'
    | 'unknown_saved_filter'
    | 'unknown_session'
    | 'unknown_token'
    | 'unknown_user'
    | 'unknown_webhook_endpoint'
    | 'payment_time_over'
    | 'order_not_payable'
    | 'too_many_payment_attempts'
    | 'payment_not_open'
    | 'nothing_paid'
    | 'already_refunded'
    | 'order_not_unpaid'
    | 'refund_in_progress'
    | 'refund_app_store_only'
    | 'refund_shop_only'
    | 'work_started'
    | 'photo_not_finished'
    | 'document_removed'
    | 'approval_pending'
    | 'approval_decided'
    | 'nothing_to_retry'
    | 'webhooks_not_configured'
    | 'webhook_endpoint_of_environment'
    | 'webhook_endpoint_changed'
    | 'too_many_webhook_endpoints'
    | 'too_many_saved_filters'
    | 'months_already_ended'
    | 'months_were_bought'
    | 'months_not_refundable'
    | 'months_granted_meanwhile'
    | 'not_a_membership'
    | 'months_refunded_meanwhile'
    | 'failed_refund_first'
    | 'refund_not_failed'
    | 'good_changed'
    | 'document_changed'
    | 'settings_changed'
    | 'goods_list_changed'
    | 'job_not_retriable'
    | 'job_still_needed'
    | 'erasure_must_wait'
    | 'difference_resolved'
    | 'order_not_finished'
    | 'problem_not_answered'
    | 'too_many_problems'
    | 'problem_answered'
    | 'emails_not_offered'
    | 'email_unsubscribed'
    | 'too_many_emails_entered'
    | 'order_ended'
    | 'nothing_to_remake'
    | 'inbox_item_taken'
    | 'merge_needs_guest_and_user'
    | 'no_remedy'
    | 'remedy_changed'
    | 'provider_disagrees'
    | 'last_owner'
    | 'own_password'
    | 'second_factor_already_on'
    | 'second_factor_missing'
    | 'password_changed_meanwhile'
    | 'not_an_image'
    | 'unsupported_format'
    | 'too_many_pixels'
    | 'too_small'
    | 'too_large_to_enlarge'
    | 'undecodable'
    | 'no_face'
    | 'several_faces'
    | 'face_too_small'
    | 'face_cut_off'
    | 'face_turned'
    | 'eyes_closed'
    | 'face_too_dark'
    | 'too_blurred'
    | 'cut_out_failed'
    | 'rule_missed'
    | 'background_not_allowed'
    | 'file_size_impossible'
    | 'colour_misses_rule'
    | 'unusable_icon'
    | 'too_many_wrong_passwords'
    | 'too_many_streams'
    | 'payment_refused'
    | 'upload_quota_used'
    | 'email_quota_used'
    | 'photo_queue_full'
    | 'shop_closed'
    | 'storage_full';
  readonly msg: string;
  readonly errors?: readonly {
    readonly pointer: string;
    readonly code:
      | 'missing'
      | 'blank'
      | 'text_length'
      | 'integer_range'
      | 'integer_min'
      | 'not_a_choice'
      | 'not_a_flag'
      | 'list_max'
      | 'list_item'
      | 'list_repeats'
      | 'key_characters'
      | 'not_a_day'
      | 'not_a_time'
      | 'not_a_cursor'
      | 'day_order'
      | 'days_max'
      | 'order_no_prefix'
      | 'unknown_good'
      | 'other_operation'
      | 'not_a_photo_good'
      | 'not_an_id_photo'
      | 'unknown_good_kind'
      | 'unknown_icon'
      | 'member_price_above_price'
      | 'unknown_upload'
      | 'unknown_document'
      | 'not_a_document'
      | 'not_a_rule'
      | 'one_size'
      | 'aspect'
      | 'kb_order'
      | 'too_large_to_enlarge'
      | 'not_a_colour'
      | 'not_strokes'
      | 'low_contrast'
      | 'not_a_web_address'
      | 'not_an_email'
      | 'colour_not_allowed'
      | 'alteration_forbidden'
      | 'unknown_provider'
      | 'unknown_channel'
      | 'one_order_only'
      | 'several_currencies'
      | 'login_needed'
      | 'login_code_refused'
      | 'paper_too_small'
      | 'unknown_operator'
      | 'operator_name_taken'
      | 'operator_name_characters'
      | 'token_name_taken'
      | 'wrong_old_password'
      | 'wrong_code'
      | 'passkey_refused'
      | 'same_password'
      | 'common_password'
      | 'webhook_address';
    readonly params?: Readonly<Record<string, number>>;
    readonly detail: string;
  }[];
  readonly request_id: string;
};

/** Every operation by its `operationId`. */
export type Operations = {
  readonly goods_list: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: undefined;
    readonly answer: readonly Good[];
  };
  readonly document_list: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: undefined;
    readonly answer: readonly {
      readonly id: string;
      readonly country: string;
      readonly names: {
        readonly en: string;
        readonly zh: string;
      };
      readonly width_mm: number;
      readonly height_mm: number;
      readonly width: number;
      readonly height: number;
      readonly dpi: number;
      readonly head: {
        readonly measured: 'hair_to_chin' | 'crown_to_chin';
        readonly unit: 'mm' | 'px' | 'percent';
        readonly min: number;
        readonly max: number;
      } | null;
      readonly eyes_above_bottom: {
        readonly unit: 'mm' | 'px' | 'percent';
        readonly min: number;
        readonly max: number;
      } | null;
      readonly above: {
        readonly unit: 'mm' | 'px' | 'percent';
        readonly min: number;
        readonly max: number;
      } | null;
      readonly face_width: {
        readonly unit: 'mm' | 'px' | 'percent';
        readonly min: number;
        readonly max: number;
      } | null;
      readonly backgrounds: readonly string[];
      readonly alteration: 'allowed' | 'unstated' | 'forbidden';
      readonly kb_min: number | null;
      readonly kb_max: number | null;
      readonly photo_age_months: number | null;
      readonly glasses: string;
      readonly copies: number | null;
      readonly source: {
        readonly standing: 'official' | 'customary';
        readonly title: string;
        readonly url: string | null;
        readonly read: string | null;
      };
      readonly conflict: string | null;
      readonly sentence: {
        readonly en: string;
        readonly zh: string;
      };
    }[];
  };
  readonly mark_order_zhaopianshangse: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: {
      readonly goods_id: number;
      readonly path: string;
      readonly from_user_id?: number;
    };
    readonly answer: {
      readonly order_no: string;
    };
  };
  readonly mark_order_yiCunZhao: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: {
      readonly goods_id: number;
      readonly path: string;
      readonly color: 'blue' | 'red' | 'white';
      readonly from_user_id?: number;
    };
    readonly answer: {
      readonly order_no: string;
    };
  };
  readonly mark_order_vip: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: {
      readonly goods_id: number;
      readonly num?: number;
      readonly from_user_id?: number;
    };
    readonly answer: {
      readonly order_no: string;
    };
  };
  readonly mark_order_id_photo: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: {
      readonly goods_id: number;
      readonly path: string;
      readonly color?: string;
      readonly size?:
        | 'one_inch'
        | 'two_inch'
        | 'small_one_inch'
        | 'small_two_inch'
        | 'large_one_inch'
        | 'large_two_inch'
        | 'five_inch'
        | 'english_test'
        | 'computer_test'
        | 'postgraduate'
        | 'social_security'
        | 'driving_licence'
        | 'us_visa'
        | 'korea_visa'
        | 'japan_visa';
      readonly document?: string;
      readonly width?: number;
      readonly height?: number;
      readonly unit?: 'px' | 'mm';
      readonly dpi?: number;
      readonly kb_min?: number;
      readonly kb_max?: number;
      readonly crop_only?: number;
      readonly correct?: number;
      readonly cut_strokes?: string;
      readonly from_user_id?: number;
    };
    readonly answer: {
      readonly order_no: string;
    };
  };
  readonly mark_order_photo_restore: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: {
      readonly goods_id: number;
      readonly path: string;
      readonly colour?: number;
      readonly enlarge?: number;
      readonly from_user_id?: number;
    };
    readonly answer: {
      readonly order_no: string;
    };
  };
  readonly fetch_order: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: {
      readonly order_no: string;
    };
    readonly answer: Order;
  };
  readonly order_details: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: {
      readonly order_no: string;
    };
    readonly answer: OrderDetails;
  };
  readonly my_orders: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: {
      readonly before?: number;
      readonly limit?: number;
    };
    readonly answer: {
      readonly orders: readonly Order[];
      readonly details: readonly OrderDetails[];
      readonly before: number | null;
    };
  };
  readonly order_problems: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: {
      readonly order_no: string;
    };
    readonly answer: {
      readonly problems: readonly {
        readonly id: number;
        readonly reason:
          | 'colours'
          | 'outline'
          | 'position'
          | 'quality'
          | 'wrong_choice'
          | 'not_accepted'
          | 'not_received'
          | 'other';
        readonly note: string | null;
        readonly area: {
          readonly left: number;
          readonly top: number;
          readonly width: number;
          readonly height: number;
        } | null;
        readonly reported_at: string;
        readonly state: 'open' | 'remaking' | 'answered';
        readonly answer: 'reply' | 'remake' | 'refund' | null;
        readonly reply: string | null;
        readonly answered_at: string | null;
        readonly former_result: string | null;
      }[];
    };
  };
  readonly order_email: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: {
      readonly order_no: string;
    };
    readonly answer: {
      readonly email: string | null;
      readonly unsubscribed: boolean;
    };
  };
  readonly my_vip: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: undefined;
    readonly answer: {
      readonly is_vip: boolean;
      readonly vip_until: string | null;
    };
  };
  readonly my_data: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: undefined;
    readonly answer: Blob;
  };
  readonly login: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: {
      readonly provider: string;
      readonly code: string;
    };
    readonly answer: {
      readonly user_id: number;
      readonly token: string;
      readonly expires_in: number;
    };
  };
  readonly guest_token: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: undefined;
    readonly answer: {
      readonly token: string;
      readonly expires_in: number;
    };
  };
  readonly end_guest_tokens: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: undefined;
    readonly answer: {
      readonly ended: boolean;
    };
  };
  readonly face_consent: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: {
      readonly version?: number;
      readonly withdraw?: number;
    };
    readonly answer: {
      readonly required: boolean;
      readonly version: number | null;
      readonly text: {
        readonly en: string;
        readonly zh: string;
      } | null;
      readonly given_at: string | null;
    };
  };
  readonly pay_order: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: {
      readonly order_no: string;
      readonly provider?: string;
      readonly channel?: string;
    };
    readonly answer: Readonly<Record<string, string>>;
  };
  readonly pay_orders: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: {
      readonly order_nos: string;
      readonly provider?: string;
      readonly channel?: string;
    };
    readonly answer: Readonly<Record<string, string>>;
  };
  readonly cancel_order: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: {
      readonly order_no: string;
    };
    readonly answer: Order;
  };
  readonly refund_order: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: {
      readonly order_no: string;
      readonly reason?: string;
    };
    readonly answer: Order;
  };
  readonly report_problem: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: {
      readonly order_no: string;
      readonly reason:
        | 'colours'
        | 'outline'
        | 'position'
        | 'quality'
        | 'wrong_choice'
        | 'not_accepted'
        | 'not_received'
        | 'other';
      readonly note?: string;
      readonly area_left?: number;
      readonly area_top?: number;
      readonly area_width?: number;
      readonly area_height?: number;
    };
    readonly answer: {
      readonly id: number;
      readonly reason:
        | 'colours'
        | 'outline'
        | 'position'
        | 'quality'
        | 'wrong_choice'
        | 'not_accepted'
        | 'not_received'
        | 'other';
      readonly note: string | null;
      readonly area: {
        readonly left: number;
        readonly top: number;
        readonly width: number;
        readonly height: number;
      } | null;
      readonly reported_at: string;
      readonly state: 'open' | 'remaking' | 'answered';
      readonly answer: 'reply' | 'remake' | 'refund' | null;
      readonly reply: string | null;
      readonly answered_at: string | null;
      readonly former_result: string | null;
    };
  };
  readonly create_photo_link: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: undefined;
    readonly answer: {
      readonly token: string;
      readonly secret: string;
      readonly expires_in: number;
    };
  };
  readonly set_order_email: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: {
      readonly order_no: string;
      readonly email: string;
      readonly language?: 'en' | 'zh';
    };
    readonly answer: {
      readonly email: string | null;
      readonly unsubscribed: boolean;
    };
  };
  readonly remove_order_email: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: {
      readonly order_no: string;
    };
    readonly answer: {
      readonly email: string | null;
      readonly unsubscribed: boolean;
    };
  };
  readonly check_photo: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: {
      readonly goods_id: number;
      readonly path: string;
      readonly color?: string;
      readonly size?:
        | 'one_inch'
        | 'two_inch'
        | 'small_one_inch'
        | 'small_two_inch'
        | 'large_one_inch'
        | 'large_two_inch'
        | 'five_inch'
        | 'english_test'
        | 'computer_test'
        | 'postgraduate'
        | 'social_security'
        | 'driving_licence'
        | 'us_visa'
        | 'korea_visa'
        | 'japan_visa';
      readonly document?: string;
      readonly width?: number;
      readonly height?: number;
      readonly unit?: 'px' | 'mm';
      readonly dpi?: number;
      readonly kb_min?: number;
      readonly kb_max?: number;
      readonly crop_only?: number;
      readonly correct?: number;
      readonly cut_strokes?: string;
      readonly colour?: number;
      readonly enlarge?: number;
      readonly preview?: number;
    };
    readonly answer: {
      readonly ok: boolean;
      readonly reason:
        | 'not_an_image'
        | 'unsupported_format'
        | 'too_many_pixels'
        | 'too_small'
        | 'too_large_to_enlarge'
        | 'undecodable'
        | 'no_face'
        | 'several_faces'
        | 'face_too_small'
        | 'face_cut_off'
        | 'face_turned'
        | 'eyes_closed'
        | 'face_too_dark'
        | 'too_blurred'
        | 'cut_out_failed'
        | 'rule_missed'
        | 'background_not_allowed'
        | 'file_size_impossible'
        | null;
      readonly message: string | null;
      readonly warnings: readonly {
        readonly code:
          | 'eyes_nearly_closed'
          | 'looking_away'
          | 'head_tilted'
          | 'soft_focus'
          | 'too_dark'
          | 'harsh_light'
          | 'low_resolution'
          | 'busy_background'
          | 'head_near_edge'
          | 'little_below_chin'
          | 'eyes_covered'
          | 'mouth_covered'
          | 'face_covered'
          | 'head_covered'
          | 'hand_at_face'
          | 'not_a_photo'
          | 'already_coloured'
          | 'too_small_to_print'
          | 'dark_photo'
          | 'drawing';
        readonly message: string;
      }[];
      readonly sizes:
        | readonly (
            | 'one_inch'
            | 'two_inch'
            | 'small_one_inch'
            | 'small_two_inch'
            | 'large_one_inch'
            | 'large_two_inch'
            | 'five_inch'
            | 'english_test'
            | 'computer_test'
            | 'postgraduate'
            | 'social_security'
            | 'driving_licence'
            | 'us_visa'
            | 'korea_visa'
            | 'japan_visa'
          )[]
        | null;
      readonly preview: string | null;
      readonly crop: {
        readonly top_left: {
          readonly x: number;
          readonly y: number;
        };
        readonly top_right: {
          readonly x: number;
          readonly y: number;
        };
        readonly bottom_left: {
          readonly x: number;
          readonly y: number;
        };
      } | null;
      readonly damage: {
        readonly share: number;
        readonly marks: string | null;
      } | null;
      readonly can_enlarge: boolean | null;
      readonly report:
        | readonly {
            readonly name:
              | 'width_px'
              | 'height_px'
              | 'dpi'
              | 'file_size'
              | 'head'
              | 'eyes_above_bottom'
              | 'above'
              | 'face_width'
              | 'background_colour'
              | 'background_uniformity'
              | 'single_face'
              | 'illumination_uniformity'
              | 'luminance_mean'
              | 'luminance_variance'
              | 'under_exposure'
              | 'over_exposure'
              | 'dynamic_range'
              | 'natural_colour'
              | 'sharpness'
              | 'compression'
              | 'eyes_open'
              | 'eyes_visible'
              | 'mouth_closed'
              | 'neutral_expression'
              | 'inter_eye_distance'
              | 'yaw'
              | 'pitch'
              | 'roll';
            readonly title: {
              readonly en: string;
              readonly zh: string;
            };
            readonly value: number | null;
            readonly min: number | null;
            readonly max: number | null;
            readonly unit: 'px' | 'dpi' | 'kB' | 'mm' | 'share' | 'level' | 'bits' | 'degrees' | 'ratio';
            readonly verdict: 'pass' | 'warn' | 'fail';
            readonly mend: {
              readonly en: string;
              readonly zh: string;
            } | null;
          }[]
        | null;
      readonly marks: readonly {
        readonly name: 'hair' | 'crown' | 'eyes' | 'chin';
        readonly at: number;
        readonly min: number | null;
        readonly max: number | null;
      }[];
    };
  };
  readonly photo_color: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: {
      readonly order_no: string;
      readonly color: 'blue' | 'red' | 'white';
    };
    readonly answer: {
      readonly url: string;
      readonly width: number;
      readonly height: number;
    };
  };
  readonly photo_sheet: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: {
      readonly order_no: string;
      readonly paper: 'four_r' | 'five_inch' | 'a4';
      readonly color?: 'blue' | 'red' | 'white';
    };
    readonly answer: {
      readonly url: string;
      readonly width: number;
      readonly height: number;
      readonly copies: number;
    };
  };
  readonly photo_report: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: {
      readonly order_no: string;
      readonly pdf?: 'en' | 'zh';
    };
    readonly answer: {
      readonly document: string;
      readonly names: {
        readonly en: string;
        readonly zh: string;
      };
      readonly sentence: {
        readonly en: string;
        readonly zh: string;
      };
      readonly lines: readonly {
        readonly name:
          | 'width_px'
          | 'height_px'
          | 'dpi'
          | 'file_size'
          | 'head'
          | 'eyes_above_bottom'
          | 'above'
          | 'face_width'
          | 'background_colour'
          | 'background_uniformity'
          | 'single_face'
          | 'illumination_uniformity'
          | 'luminance_mean'
          | 'luminance_variance'
          | 'under_exposure'
          | 'over_exposure'
          | 'dynamic_range'
          | 'natural_colour'
          | 'sharpness'
          | 'compression'
          | 'eyes_open'
          | 'eyes_visible'
          | 'mouth_closed'
          | 'neutral_expression'
          | 'inter_eye_distance'
          | 'yaw'
          | 'pitch'
          | 'roll';
        readonly title: {
          readonly en: string;
          readonly zh: string;
        };
        readonly value: number | null;
        readonly min: number | null;
        readonly max: number | null;
        readonly unit: 'px' | 'dpi' | 'kB' | 'mm' | 'share' | 'level' | 'bits' | 'degrees' | 'ratio';
        readonly verdict: 'pass' | 'warn' | 'fail';
        readonly mend: {
          readonly en: string;
          readonly zh: string;
        } | null;
      }[];
      readonly marks: readonly {
        readonly name: 'hair' | 'crown' | 'eyes' | 'chin';
        readonly at: number;
        readonly min: number | null;
        readonly max: number | null;
      }[];
      readonly unmeasured: readonly {
        readonly name: 'photo_age' | 'glasses';
        readonly title: {
          readonly en: string;
          readonly zh: string;
        };
        readonly text: {
          readonly en: string;
          readonly zh: string;
        };
      }[];
      readonly pdf_url: string | null;
    };
  };
  readonly photo_link: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: {
      readonly key: string;
    };
    readonly answer: {
      readonly photos: number;
      readonly expires_in: number;
      readonly path: string | null;
      readonly url: string | null;
    };
  };
  readonly end_photo_link: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: {
      readonly secret: string;
    };
    readonly answer: {
      readonly ended: boolean;
    };
  };
  readonly order_events: {
    readonly query: {
      readonly order_no: string;
    };
    readonly body: undefined;
    readonly answer: string;
  };
  readonly ext_upload: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: {
      readonly file: Blob;
    };
    readonly answer: {
      readonly path: string;
      readonly width: number;
      readonly height: number;
    };
  };
};
