/**
 * The HTTP API as types. Generated from docs/openapi.json by `node scripts/api-types.ts`; do not edit.
 */

type Good = {
  readonly id: number;
  readonly title: string;
  readonly summary: string;
  readonly icon: string;
  readonly price: number;
  readonly sort: number;
  readonly funct_name: string;
};

type Order = {
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
  readonly pay_notify: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: undefined;
    readonly answer: unknown;
  };
  readonly pay_notify_check: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: undefined;
    readonly answer: unknown;
  };
  readonly download: {
    readonly query: {
      readonly expires?: string;
      readonly signature?: string;
      readonly via?: 'service';
    };
    readonly body: undefined;
    readonly answer: Blob;
  };
  readonly shop_config: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: undefined;
    readonly answer: {
      readonly currency: string;
      readonly time_zone: string;
      readonly providers: readonly {
        readonly name: string;
        readonly channels: readonly string[];
        readonly several_orders: boolean;
      }[];
      readonly guests_allowed: boolean;
      readonly order_expiry_minutes: number;
      readonly result_kept_days: number;
      readonly member_result_kept_days: number;
      readonly result_link_minutes: number;
      readonly upload_bytes_max: number;
      readonly has_token: boolean;
      readonly contact: string | null;
      readonly company: string;
      readonly terms_url: string;
      readonly privacy_url: string;
      readonly orders_open: boolean;
      readonly closed_note: string;
      readonly emails_offered: boolean;
      readonly face_consent: {
        readonly version: number;
        readonly text: string;
        readonly is_given: boolean;
      } | null;
      readonly photo_check: boolean;
      readonly goods: Readonly<
        Record<
          string,
          {
            readonly description: string;
            readonly picture: string;
          }
        >
      >;
      readonly member_prices: Readonly<Record<string, number>>;
    };
  };
  readonly console_sign_in: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: {
      readonly name: string;
      readonly password: string;
    };
    readonly answer:
      | {
          readonly operator: {
            readonly id: number;
            readonly name: string;
            readonly role: 'viewer' | 'support' | 'owner';
            readonly disabled: boolean;
            readonly created_at: string | null;
          };
          readonly permissions: readonly (
            | 'own_account'
            | 'orders_see'
            | 'goods_see'
            | 'users_see'
            | 'jobs_see'
            | 'money_see'
            | 'health_see'
            | 'pictures_see'
            | 'order_numbers_see'
            | 'inbox_work'
            | 'orders_cancel'
            | 'orders_refund'
            | 'differences_resolve'
            | 'jobs_retry'
            | 'memberships_change'
            | 'users_merge'
            | 'customers_erase'
            | 'jobs_discard'
            | 'goods_change'
            | 'settings_see'
            | 'settings_change'
            | 'operators_manage'
            | 'audit_log_see'
            | 'webhooks_see'
            | 'webhooks_manage'
          )[];
          readonly csrf_token: string;
          readonly expires_at: string;
          readonly weak_password: boolean;
          readonly second_factor: 'on' | 'off' | 'must_be_set_up';
          readonly idle_expires_at: string;
          readonly shop: {
            readonly currency: string;
            readonly time_zone: string;
            readonly public_url: string;
            readonly version: string;
            readonly refund_approval: number | null;
            readonly events: boolean;
            readonly providers: readonly string[];
          };
        }
      | {
          readonly second_factor_needed: {
            readonly authenticator_app: boolean;
            readonly passkey: boolean;
            readonly expires_at: string;
          };
        };
  };
  readonly console_session: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: undefined;
    readonly answer: {
      readonly operator: {
        readonly id: number;
        readonly name: string;
        readonly role: 'viewer' | 'support' | 'owner';
        readonly disabled: boolean;
        readonly created_at: string | null;
      };
      readonly permissions: readonly (
        | 'own_account'
        | 'orders_see'
        | 'goods_see'
        | 'users_see'
        | 'jobs_see'
        | 'money_see'
        | 'health_see'
        | 'pictures_see'
        | 'order_numbers_see'
        | 'inbox_work'
        | 'orders_cancel'
        | 'orders_refund'
        | 'differences_resolve'
        | 'jobs_retry'
        | 'memberships_change'
        | 'users_merge'
        | 'customers_erase'
        | 'jobs_discard'
        | 'goods_change'
        | 'settings_see'
        | 'settings_change'
        | 'operators_manage'
        | 'audit_log_see'
        | 'webhooks_see'
        | 'webhooks_manage'
      )[];
      readonly csrf_token: string;
      readonly expires_at: string;
      readonly weak_password: boolean;
      readonly second_factor: 'on' | 'off' | 'must_be_set_up';
      readonly idle_expires_at: string;
      readonly shop: {
        readonly currency: string;
        readonly time_zone: string;
        readonly public_url: string;
        readonly version: string;
        readonly refund_approval: number | null;
        readonly events: boolean;
        readonly providers: readonly string[];
      };
    };
  };
  readonly console_sign_out: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: undefined;
    readonly answer: undefined;
  };
  readonly console_sign_in_code: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: {
      readonly code: string;
    };
    readonly answer: {
      readonly operator: {
        readonly id: number;
        readonly name: string;
        readonly role: 'viewer' | 'support' | 'owner';
        readonly disabled: boolean;
        readonly created_at: string | null;
      };
      readonly permissions: readonly (
        | 'own_account'
        | 'orders_see'
        | 'goods_see'
        | 'users_see'
        | 'jobs_see'
        | 'money_see'
        | 'health_see'
        | 'pictures_see'
        | 'order_numbers_see'
        | 'inbox_work'
        | 'orders_cancel'
        | 'orders_refund'
        | 'differences_resolve'
        | 'jobs_retry'
        | 'memberships_change'
        | 'users_merge'
        | 'customers_erase'
        | 'jobs_discard'
        | 'goods_change'
        | 'settings_see'
        | 'settings_change'
        | 'operators_manage'
        | 'audit_log_see'
        | 'webhooks_see'
        | 'webhooks_manage'
      )[];
      readonly csrf_token: string;
      readonly expires_at: string;
      readonly weak_password: boolean;
      readonly second_factor: 'on' | 'off' | 'must_be_set_up';
      readonly idle_expires_at: string;
      readonly shop: {
        readonly currency: string;
        readonly time_zone: string;
        readonly public_url: string;
        readonly version: string;
        readonly refund_approval: number | null;
        readonly events: boolean;
        readonly providers: readonly string[];
      };
    };
  };
  readonly console_sign_in_passkey: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: {
      readonly credential_id: string;
      readonly client_data: string;
      readonly authenticator_data: string;
      readonly signature: string;
    };
    readonly answer: {
      readonly operator: {
        readonly id: number;
        readonly name: string;
        readonly role: 'viewer' | 'support' | 'owner';
        readonly disabled: boolean;
        readonly created_at: string | null;
      };
      readonly permissions: readonly (
        | 'own_account'
        | 'orders_see'
        | 'goods_see'
        | 'users_see'
        | 'jobs_see'
        | 'money_see'
        | 'health_see'
        | 'pictures_see'
        | 'order_numbers_see'
        | 'inbox_work'
        | 'orders_cancel'
        | 'orders_refund'
        | 'differences_resolve'
        | 'jobs_retry'
        | 'memberships_change'
        | 'users_merge'
        | 'customers_erase'
        | 'jobs_discard'
        | 'goods_change'
        | 'settings_see'
        | 'settings_change'
        | 'operators_manage'
        | 'audit_log_see'
        | 'webhooks_see'
        | 'webhooks_manage'
      )[];
      readonly csrf_token: string;
      readonly expires_at: string;
      readonly weak_password: boolean;
      readonly second_factor: 'on' | 'off' | 'must_be_set_up';
      readonly idle_expires_at: string;
      readonly shop: {
        readonly currency: string;
        readonly time_zone: string;
        readonly public_url: string;
        readonly version: string;
        readonly refund_approval: number | null;
        readonly events: boolean;
        readonly providers: readonly string[];
      };
    };
  };
  readonly console_sign_in_passkey_only_options: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: undefined;
    readonly answer: {
      readonly options: Readonly<Record<string, unknown>>;
    };
  };
  readonly console_sign_in_passkey_only: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: {
      readonly credential_id: string;
      readonly client_data: string;
      readonly authenticator_data: string;
      readonly signature: string;
    };
    readonly answer: {
      readonly operator: {
        readonly id: number;
        readonly name: string;
        readonly role: 'viewer' | 'support' | 'owner';
        readonly disabled: boolean;
        readonly created_at: string | null;
      };
      readonly permissions: readonly (
        | 'own_account'
        | 'orders_see'
        | 'goods_see'
        | 'users_see'
        | 'jobs_see'
        | 'money_see'
        | 'health_see'
        | 'pictures_see'
        | 'order_numbers_see'
        | 'inbox_work'
        | 'orders_cancel'
        | 'orders_refund'
        | 'differences_resolve'
        | 'jobs_retry'
        | 'memberships_change'
        | 'users_merge'
        | 'customers_erase'
        | 'jobs_discard'
        | 'goods_change'
        | 'settings_see'
        | 'settings_change'
        | 'operators_manage'
        | 'audit_log_see'
        | 'webhooks_see'
        | 'webhooks_manage'
      )[];
      readonly csrf_token: string;
      readonly expires_at: string;
      readonly weak_password: boolean;
      readonly second_factor: 'on' | 'off' | 'must_be_set_up';
      readonly idle_expires_at: string;
      readonly shop: {
        readonly currency: string;
        readonly time_zone: string;
        readonly public_url: string;
        readonly version: string;
        readonly refund_approval: number | null;
        readonly events: boolean;
        readonly providers: readonly string[];
      };
    };
  };
  readonly console_sign_in_passkey_options: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: undefined;
    readonly answer: {
      readonly options: Readonly<Record<string, unknown>>;
    };
  };
  readonly console_sessions: {
    readonly query: {
      readonly whose?: 'own' | 'all';
    };
    readonly body: undefined;
    readonly answer: {
      readonly sessions: readonly {
        readonly id: number;
        readonly operator_id: number;
        readonly operator_name: string;
        readonly created_at: string;
        readonly seen_at: string;
        readonly expires_at: string;
        readonly user_agent: string | null;
        readonly address: string;
        readonly current: boolean;
      }[];
    };
  };
  readonly console_revoke_session: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: undefined;
    readonly answer: undefined;
  };
  readonly console_change_password: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: {
      readonly old_password: string;
      readonly new_password: string;
    };
    readonly answer: undefined;
  };
  readonly console_reauthenticate: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: {
      readonly password?: string;
      readonly code?: string;
    };
    readonly answer: undefined;
  };
  readonly console_reauthenticate_passkey: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: {
      readonly credential_id: string;
      readonly client_data: string;
      readonly authenticator_data: string;
      readonly signature: string;
    };
    readonly answer: undefined;
  };
  readonly console_reauthentication_options: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: undefined;
    readonly answer: {
      readonly options: Readonly<Record<string, unknown>>;
    };
  };
  readonly console_second_factor: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: undefined;
    readonly answer: {
      readonly required: boolean;
      readonly authenticator_app_since: string | null;
      readonly passkeys: readonly {
        readonly id: number;
        readonly name: string;
        readonly created_at: string;
        readonly used_at: string | null;
      }[];
      readonly passkeys_possible: boolean;
      readonly recovery_codes_left: number;
    };
  };
  readonly console_renew_recovery_codes: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: undefined;
    readonly answer: {
      readonly recovery_codes: readonly string[];
    };
  };
  readonly console_begin_authenticator_app: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: undefined;
    readonly answer: {
      readonly secret: string;
      readonly address: string;
    };
  };
  readonly console_remove_authenticator_app: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: undefined;
    readonly answer: undefined;
  };
  readonly console_confirm_authenticator_app: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: {
      readonly code: string;
    };
    readonly answer: {
      readonly recovery_codes: readonly string[] | null;
    };
  };
  readonly console_new_passkey_options: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: undefined;
    readonly answer: {
      readonly options: Readonly<Record<string, unknown>>;
    };
  };
  readonly console_add_passkey: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: {
      readonly name: string;
      readonly credential_id: string;
      readonly client_data: string;
      readonly attestation_object: string;
      readonly transports: readonly string[];
    };
    readonly answer: {
      readonly passkey: {
        readonly id: number;
        readonly name: string;
        readonly created_at: string;
        readonly used_at: string | null;
      };
      readonly recovery_codes: readonly string[] | null;
    };
  };
  readonly console_remove_passkey: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: undefined;
    readonly answer: undefined;
  };
  readonly console_remove_second_factor: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: undefined;
    readonly answer: undefined;
  };
  readonly console_change_sign_in_rules: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: {
      readonly second_factor_required: boolean;
    };
    readonly answer: {
      readonly second_factor_required: boolean;
    };
  };
  readonly console_api_tokens: {
    readonly query: {
      readonly whose?: 'own' | 'all';
    };
    readonly body: undefined;
    readonly answer: {
      readonly api_tokens: readonly {
        readonly id: number;
        readonly name: string;
        readonly role: 'viewer' | 'support' | 'owner';
        readonly operator_name: string;
        readonly created_at: string;
        readonly expires_at: string;
        readonly used_at: string | null;
      }[];
    };
  };
  readonly console_create_api_token: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: {
      readonly name: string;
      readonly role: 'viewer' | 'support' | 'owner';
      readonly days: number;
    };
    readonly answer: {
      readonly api_token: {
        readonly id: number;
        readonly name: string;
        readonly role: 'viewer' | 'support' | 'owner';
        readonly operator_name: string;
        readonly created_at: string;
        readonly expires_at: string;
        readonly used_at: string | null;
      };
      readonly secret: string;
    };
  };
  readonly console_revoke_api_token: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: undefined;
    readonly answer: undefined;
  };
  readonly console_operators: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: undefined;
    readonly answer: {
      readonly operators: readonly {
        readonly id: number;
        readonly name: string;
        readonly role: 'viewer' | 'support' | 'owner';
        readonly disabled: boolean;
        readonly created_at: string | null;
        readonly second_factor: boolean;
      }[];
      readonly second_factor_required: boolean;
    };
  };
  readonly console_add_operator: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: {
      readonly name: string;
      readonly role: 'viewer' | 'support' | 'owner';
      readonly password?: string;
    };
    readonly answer: {
      readonly operator: {
        readonly id: number;
        readonly name: string;
        readonly role: 'viewer' | 'support' | 'owner';
        readonly disabled: boolean;
        readonly created_at: string | null;
      };
      readonly made_password: string | null;
    };
  };
  readonly console_change_operator: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: {
      readonly role?: 'viewer' | 'support' | 'owner';
      readonly disabled?: boolean;
    };
    readonly answer: {
      readonly id: number;
      readonly name: string;
      readonly role: 'viewer' | 'support' | 'owner';
      readonly disabled: boolean;
      readonly created_at: string | null;
    };
  };
  readonly console_reset_password: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: {
      readonly password?: string;
    };
    readonly answer: {
      readonly operator: {
        readonly id: number;
        readonly name: string;
        readonly role: 'viewer' | 'support' | 'owner';
        readonly disabled: boolean;
        readonly created_at: string | null;
      };
      readonly made_password: string | null;
    };
  };
  readonly console_audit_log: {
    readonly query: {
      readonly operator?: string;
      readonly action?:
        | 'sign_in'
        | 'sign_in_refused'
        | 'sign_out'
        | 'second_factor_refused'
        | 'reauthenticated'
        | 'reauthentication_refused'
        | 'second_factor_added'
        | 'second_factor_removed'
        | 'recovery_codes_made'
        | 'sign_in_rules_changed'
        | 'session_revoked'
        | 'password_changed'
        | 'password_reset'
        | 'api_token_created'
        | 'api_token_revoked'
        | 'operator_added'
        | 'operator_changed'
        | 'order_number_shown'
        | 'order_cancelled'
        | 'refund_requested'
        | 'refund_retried'
        | 'refund_settled'
        | 'refund_approval_requested'
        | 'refund_approval_confirmed'
        | 'refund_approval_rejected'
        | 'order_retried'
        | 'event_resent'
        | 'events_read'
        | 'webhook_endpoint_added'
        | 'webhook_endpoint_changed'
        | 'webhook_secret_rotated'
        | 'webhook_endpoint_paused'
        | 'webhook_endpoint_resumed'
        | 'webhook_endpoint_switched_off'
        | 'webhook_endpoint_removed'
        | 'webhook_tested'
        | 'webhooks_replayed'
        | 'good_added'
        | 'good_changed'
        | 'goods_ordered'
        | 'icon_added'
        | 'document_added'
        | 'document_changed'
        | 'months_granted'
        | 'months_ended'
        | 'job_retried'
        | 'jobs_retried'
        | 'job_discarded'
        | 'difference_remedied'
        | 'difference_resolved'
        | 'bill_requested'
        | 'inbox_assigned'
        | 'note_added'
        | 'note_removed'
        | 'orders_exported'
        | 'guest_merged'
        | 'user_erased'
        | 'order_erased'
        | 'settings_changed'
        | 'problem_reported'
        | 'problem_answered'
        | 'payment_started'
        | 'order_email_set'
        | 'order_email_removed';
      readonly target_kind?:
        | 'operator'
        | 'session'
        | 'order'
        | 'good'
        | 'icon'
        | 'document'
        | 'user'
        | 'job'
        | 'difference'
        | 'bill'
        | 'webhook_endpoint'
        | 'inbox_item'
        | 'shop';
      readonly target_id?: string;
      readonly before?: string;
      readonly limit?: number;
    };
    readonly body: undefined;
    readonly answer: {
      readonly entries: readonly {
        readonly id: number;
        readonly at: string;
        readonly operator: string;
        readonly action: string;
        readonly target_kind: string;
        readonly target_id: string;
        readonly order_id: number | null;
        readonly address: string | null;
        readonly request_id: string | null;
        readonly reason: string | null;
        readonly before: Readonly<Record<string, unknown>> | null;
        readonly after: Readonly<Record<string, unknown>> | null;
      }[];
      readonly before: string | null;
    };
  };
  readonly console_search_orders: {
    readonly query: {
      readonly order_no?: string;
      readonly user_id?: number;
      readonly status?: 'wait_pay' | 'pay' | 'cancal' | 'wait_refund' | 'refund';
      readonly deal_status?: 'init' | 'ing' | 'done' | 'fail';
      readonly goods_id?: number;
      readonly refund_state?: 'requested' | 'pending' | 'failed' | 'open';
      readonly from?: string;
      readonly to?: string;
      readonly before?: string;
      readonly limit?: number;
    };
    readonly body: undefined;
    readonly answer: {
      readonly orders: readonly {
        readonly id: number;
        readonly order_no: string;
        readonly user_id: number;
        readonly goods_id: number;
        readonly good_title: string;
        readonly funct_name: string;
        readonly price: number;
        readonly currency: string;
        readonly status: 'wait_pay' | 'pay' | 'cancal' | 'wait_refund' | 'refund';
        readonly deal_status: 'init' | 'ing' | 'done' | 'fail';
        readonly version: number;
        readonly created_at: string;
        readonly paid_at: string | null;
        readonly refund_state: string | null;
        readonly refundable: number;
      }[];
      readonly before: string | null;
    };
  };
  readonly console_show_order: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: undefined;
    readonly answer: {
      readonly id: number;
      readonly order_no: string;
      readonly user_id: number;
      readonly goods_id: number;
      readonly good_title: string;
      readonly funct_name: string;
      readonly price: number;
      readonly currency: string;
      readonly status: 'wait_pay' | 'pay' | 'cancal' | 'wait_refund' | 'refund';
      readonly deal_status: 'init' | 'ing' | 'done' | 'fail';
      readonly version: number;
      readonly created_at: string;
      readonly paid_at: string | null;
      readonly refund_state: string | null;
      readonly refundable: number;
      readonly owned_by: 'guest' | 'user';
      readonly from_user_id: number | null;
      readonly details: Readonly<Record<string, unknown>>;
      readonly expires_at: string;
      readonly cancelled_at: string | null;
      readonly cancelled_by: string | null;
      readonly fail_reason: string | null;
      readonly fail_sentence: string | null;
      readonly result_until: string | null;
      readonly user: {
        readonly id: number;
        readonly kind: 'guest' | 'user';
        readonly issuer: string | null;
        readonly subject: string | null;
        readonly member_until: string | null;
        readonly erased_at: string | null;
      };
      readonly email: string | null;
      readonly input: {
        readonly url: string;
        readonly width: number;
        readonly height: number;
      } | null;
      readonly result: {
        readonly url: string;
      } | null;
      readonly payments: readonly {
        readonly id: number;
        readonly payment_no: string;
        readonly provider: string;
        readonly channel: string;
        readonly amount: number;
        readonly joint_amount: number | null;
        readonly currency: string;
        readonly state: string;
        readonly provider_ref: string | null;
        readonly received: number | null;
        readonly received_at: string | null;
        readonly created_at: string;
      }[];
      readonly refunds: readonly {
        readonly id: number;
        readonly refund_no: string;
        readonly purpose: 'order' | 'surplus';
        readonly months: number | null;
        readonly amount: number;
        readonly currency: string;
        readonly reason: string;
        readonly state: string;
        readonly provider: string;
        readonly provider_refund_id: string | null;
        readonly requested_at: string;
        readonly finished_at: string | null;
        readonly failure_code:
          | 'provider_unreachable'
          | 'provider_refused'
          | 'insufficient_balance'
          | 'payer_account_abnormal'
          | 'too_late'
          | 'app_store_only'
          | 'payment_closed'
          | 'unknown_payment'
          | 'exceeds_payment'
          | null;
        readonly last_error: string | null;
        readonly settled_by: string | null;
        readonly provider_done_at: string | null;
        readonly settle_offer: 'settled' | 'requested' | null;
      }[];
      readonly disputes: readonly {
        readonly id: number;
        readonly provider: string;
        readonly dispute_no: string;
        readonly payment_no: string;
        readonly state: 'open' | 'won' | 'lost' | 'closed';
        readonly amount: number | null;
        readonly currency: string | null;
        readonly reason: string;
        readonly opened_at: string;
        readonly changed_at: string;
      }[];
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
        readonly picture: string | null;
        readonly reported_at: string;
        readonly state: 'open' | 'remaking' | 'answered';
        readonly answer: 'reply' | 'remake' | 'refund' | null;
        readonly reply: string | null;
        readonly answered_by: string | null;
        readonly answered_at: string | null;
        readonly remake_error: string | null;
      }[];
      readonly events: readonly {
        readonly event_id: string;
        readonly type: string;
        readonly created_at: string;
        readonly delivered_at: string | null;
        readonly last_error: string | null;
        readonly attempts: number;
      }[];
      readonly jobs: readonly {
        readonly id: number;
        readonly kind: string;
        readonly key: string | null;
        readonly trouble: 'dead' | 'lease_ended' | 'overdue' | null;
        readonly state: 'ready' | 'running' | 'dead';
        readonly attempts: number;
        readonly attempts_max: number;
        readonly created_at: string;
        readonly run_at: string;
        readonly due_at: string;
        readonly last_error: string | null;
        readonly request_id: string | null;
        readonly order_id: number | null;
        readonly order_no: string | null;
        readonly can_retry: boolean;
        readonly can_discard: boolean;
      }[];
      readonly approval: {
        readonly id: number;
        readonly order_id: number;
        readonly order_no: string;
        readonly amount: number;
        readonly months: number | null;
        readonly settled_refund_no: string | null;
        readonly currency: string;
        readonly reason: string;
        readonly requested_by: string;
        readonly requested_at: string;
        readonly state: 'pending' | 'confirmed' | 'rejected';
        readonly decided_by: string | null;
        readonly decided_at: string | null;
        readonly decision_reason: string | null;
      } | null;
      readonly month_refunds: {
        readonly refunded_before: number;
        readonly offers: readonly {
          readonly months: number;
          readonly amount: number;
          readonly needs_approval: boolean;
        }[];
      };
      readonly timeline: readonly {
        readonly at: string;
        readonly kind: 'history' | 'payment' | 'notify' | 'job' | 'refund' | 'event' | 'problem' | 'operator';
        readonly what: string;
        readonly actor: string | null;
        readonly data: Readonly<Record<string, unknown>>;
      }[];
      readonly actions: readonly (
        | 'cancel'
        | 'refund'
        | 'request_refund'
        | 'refund_months'
        | 'confirm_refund'
        | 'reject_refund'
        | 'retry'
        | 'resend_event'
      )[];
    };
  };
  readonly console_show_order_number: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: undefined;
    readonly answer: {
      readonly order_no: string;
    };
  };
  readonly console_order_counts: {
    readonly query: {
      readonly from: string;
      readonly to?: string;
    };
    readonly body: undefined;
    readonly answer: {
      readonly from: string;
      readonly to: string;
      readonly total: number;
      readonly counts: readonly {
        readonly status: 'wait_pay' | 'pay' | 'cancal' | 'wait_refund' | 'refund';
        readonly deal_status: 'init' | 'ing' | 'done' | 'fail';
        readonly refund_failed: boolean;
        readonly orders: number;
      }[];
    };
  };
  readonly console_search: {
    readonly query: {
      readonly q: string;
    };
    readonly body: undefined;
    readonly answer: {
      readonly orders: readonly {
        readonly id: number;
        readonly order_no: string;
        readonly user_id: number;
        readonly goods_id: number;
        readonly good_title: string;
        readonly funct_name: string;
        readonly price: number;
        readonly currency: string;
        readonly status: 'wait_pay' | 'pay' | 'cancal' | 'wait_refund' | 'refund';
        readonly deal_status: 'init' | 'ing' | 'done' | 'fail';
        readonly version: number;
        readonly created_at: string;
        readonly paid_at: string | null;
        readonly refund_state: string | null;
        readonly refundable: number;
        readonly by: 'order_no' | 'order_id' | 'payment' | 'refund' | 'email';
      }[];
      readonly users: readonly {
        readonly id: number;
        readonly kind: 'guest' | 'user';
        readonly subject: string | null;
      }[];
    };
  };
  readonly console_orders_csv: {
    readonly query: {
      readonly order_no?: string;
      readonly user_id?: number;
      readonly status?: 'wait_pay' | 'pay' | 'cancal' | 'wait_refund' | 'refund';
      readonly deal_status?: 'init' | 'ing' | 'done' | 'fail';
      readonly goods_id?: number;
      readonly refund_state?: 'requested' | 'pending' | 'failed' | 'open';
      readonly from?: string;
      readonly to?: string;
      readonly ids?: string;
    };
    readonly body: undefined;
    readonly answer: string;
  };
  readonly console_list_saved_filters: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: undefined;
    readonly answer: {
      readonly filters: readonly {
        readonly id: string;
        readonly name: string | null;
        readonly status: string | null;
        readonly deal_status: string | null;
        readonly goods_id: number | null;
        readonly refund_state: string | null;
        readonly period: string | null;
        readonly from: string | null;
        readonly to: string | null;
        readonly count: number;
      }[];
    };
  };
  readonly console_add_saved_filter: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: {
      readonly name: string;
      readonly status?: 'wait_pay' | 'pay' | 'cancal' | 'wait_refund' | 'refund';
      readonly deal_status?: 'init' | 'ing' | 'done' | 'fail';
      readonly goods_id?: number;
      readonly refund_state?: 'requested' | 'pending' | 'failed' | 'open';
      readonly period?: 'today' | 'yesterday' | 'last_7_days' | 'last_30_days';
      readonly from?: string;
      readonly to?: string;
    };
    readonly answer: {
      readonly filters: readonly {
        readonly id: string;
        readonly name: string | null;
        readonly status: string | null;
        readonly deal_status: string | null;
        readonly goods_id: number | null;
        readonly refund_state: string | null;
        readonly period: string | null;
        readonly from: string | null;
        readonly to: string | null;
        readonly count: number;
      }[];
    };
  };
  readonly console_rename_saved_filter: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: {
      readonly name: string;
    };
    readonly answer: {
      readonly filters: readonly {
        readonly id: string;
        readonly name: string | null;
        readonly status: string | null;
        readonly deal_status: string | null;
        readonly goods_id: number | null;
        readonly refund_state: string | null;
        readonly period: string | null;
        readonly from: string | null;
        readonly to: string | null;
        readonly count: number;
      }[];
    };
  };
  readonly console_arrange_saved_filters: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: {
      readonly ids: readonly string[];
      readonly removed?: readonly string[];
    };
    readonly answer: {
      readonly filters: readonly {
        readonly id: string;
        readonly name: string | null;
        readonly status: string | null;
        readonly deal_status: string | null;
        readonly goods_id: number | null;
        readonly refund_state: string | null;
        readonly period: string | null;
        readonly from: string | null;
        readonly to: string | null;
        readonly count: number;
      }[];
    };
  };
  readonly console_order_thumbnails: {
    readonly query: {
      readonly ids: string;
    };
    readonly body: undefined;
    readonly answer: {
      readonly thumbnails: readonly {
        readonly id: number;
        readonly image: string;
      }[];
      readonly pending: readonly number[];
    };
  };
  readonly console_cancel_order: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: {
      readonly reason?: string;
    };
    readonly answer: {
      readonly id: number;
      readonly order_no: string;
      readonly user_id: number;
      readonly goods_id: number;
      readonly good_title: string;
      readonly funct_name: string;
      readonly price: number;
      readonly currency: string;
      readonly status: 'wait_pay' | 'pay' | 'cancal' | 'wait_refund' | 'refund';
      readonly deal_status: 'init' | 'ing' | 'done' | 'fail';
      readonly version: number;
      readonly created_at: string;
      readonly paid_at: string | null;
      readonly refund_state: string | null;
      readonly refundable: number;
      readonly owned_by: 'guest' | 'user';
      readonly from_user_id: number | null;
      readonly details: Readonly<Record<string, unknown>>;
      readonly expires_at: string;
      readonly cancelled_at: string | null;
      readonly cancelled_by: string | null;
      readonly fail_reason: string | null;
      readonly fail_sentence: string | null;
      readonly result_until: string | null;
      readonly user: {
        readonly id: number;
        readonly kind: 'guest' | 'user';
        readonly issuer: string | null;
        readonly subject: string | null;
        readonly member_until: string | null;
        readonly erased_at: string | null;
      };
      readonly email: string | null;
      readonly input: {
        readonly url: string;
        readonly width: number;
        readonly height: number;
      } | null;
      readonly result: {
        readonly url: string;
      } | null;
      readonly payments: readonly {
        readonly id: number;
        readonly payment_no: string;
        readonly provider: string;
        readonly channel: string;
        readonly amount: number;
        readonly joint_amount: number | null;
        readonly currency: string;
        readonly state: string;
        readonly provider_ref: string | null;
        readonly received: number | null;
        readonly received_at: string | null;
        readonly created_at: string;
      }[];
      readonly refunds: readonly {
        readonly id: number;
        readonly refund_no: string;
        readonly purpose: 'order' | 'surplus';
        readonly months: number | null;
        readonly amount: number;
        readonly currency: string;
        readonly reason: string;
        readonly state: string;
        readonly provider: string;
        readonly provider_refund_id: string | null;
        readonly requested_at: string;
        readonly finished_at: string | null;
        readonly failure_code:
          | 'provider_unreachable'
          | 'provider_refused'
          | 'insufficient_balance'
          | 'payer_account_abnormal'
          | 'too_late'
          | 'app_store_only'
          | 'payment_closed'
          | 'unknown_payment'
          | 'exceeds_payment'
          | null;
        readonly last_error: string | null;
        readonly settled_by: string | null;
        readonly provider_done_at: string | null;
        readonly settle_offer: 'settled' | 'requested' | null;
      }[];
      readonly disputes: readonly {
        readonly id: number;
        readonly provider: string;
        readonly dispute_no: string;
        readonly payment_no: string;
        readonly state: 'open' | 'won' | 'lost' | 'closed';
        readonly amount: number | null;
        readonly currency: string | null;
        readonly reason: string;
        readonly opened_at: string;
        readonly changed_at: string;
      }[];
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
        readonly picture: string | null;
        readonly reported_at: string;
        readonly state: 'open' | 'remaking' | 'answered';
        readonly answer: 'reply' | 'remake' | 'refund' | null;
        readonly reply: string | null;
        readonly answered_by: string | null;
        readonly answered_at: string | null;
        readonly remake_error: string | null;
      }[];
      readonly events: readonly {
        readonly event_id: string;
        readonly type: string;
        readonly created_at: string;
        readonly delivered_at: string | null;
        readonly last_error: string | null;
        readonly attempts: number;
      }[];
      readonly jobs: readonly {
        readonly id: number;
        readonly kind: string;
        readonly key: string | null;
        readonly trouble: 'dead' | 'lease_ended' | 'overdue' | null;
        readonly state: 'ready' | 'running' | 'dead';
        readonly attempts: number;
        readonly attempts_max: number;
        readonly created_at: string;
        readonly run_at: string;
        readonly due_at: string;
        readonly last_error: string | null;
        readonly request_id: string | null;
        readonly order_id: number | null;
        readonly order_no: string | null;
        readonly can_retry: boolean;
        readonly can_discard: boolean;
      }[];
      readonly approval: {
        readonly id: number;
        readonly order_id: number;
        readonly order_no: string;
        readonly amount: number;
        readonly months: number | null;
        readonly settled_refund_no: string | null;
        readonly currency: string;
        readonly reason: string;
        readonly requested_by: string;
        readonly requested_at: string;
        readonly state: 'pending' | 'confirmed' | 'rejected';
        readonly decided_by: string | null;
        readonly decided_at: string | null;
        readonly decision_reason: string | null;
      } | null;
      readonly month_refunds: {
        readonly refunded_before: number;
        readonly offers: readonly {
          readonly months: number;
          readonly amount: number;
          readonly needs_approval: boolean;
        }[];
      };
      readonly timeline: readonly {
        readonly at: string;
        readonly kind: 'history' | 'payment' | 'notify' | 'job' | 'refund' | 'event' | 'problem' | 'operator';
        readonly what: string;
        readonly actor: string | null;
        readonly data: Readonly<Record<string, unknown>>;
      }[];
      readonly actions: readonly (
        | 'cancel'
        | 'refund'
        | 'request_refund'
        | 'refund_months'
        | 'confirm_refund'
        | 'reject_refund'
        | 'retry'
        | 'resend_event'
      )[];
    };
  };
  readonly console_refund_order: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: {
      readonly reason: string;
      readonly refunded_before?: number;
    };
    readonly answer: {
      readonly id: number;
      readonly order_no: string;
      readonly user_id: number;
      readonly goods_id: number;
      readonly good_title: string;
      readonly funct_name: string;
      readonly price: number;
      readonly currency: string;
      readonly status: 'wait_pay' | 'pay' | 'cancal' | 'wait_refund' | 'refund';
      readonly deal_status: 'init' | 'ing' | 'done' | 'fail';
      readonly version: number;
      readonly created_at: string;
      readonly paid_at: string | null;
      readonly refund_state: string | null;
      readonly refundable: number;
      readonly owned_by: 'guest' | 'user';
      readonly from_user_id: number | null;
      readonly details: Readonly<Record<string, unknown>>;
      readonly expires_at: string;
      readonly cancelled_at: string | null;
      readonly cancelled_by: string | null;
      readonly fail_reason: string | null;
      readonly fail_sentence: string | null;
      readonly result_until: string | null;
      readonly user: {
        readonly id: number;
        readonly kind: 'guest' | 'user';
        readonly issuer: string | null;
        readonly subject: string | null;
        readonly member_until: string | null;
        readonly erased_at: string | null;
      };
      readonly email: string | null;
      readonly input: {
        readonly url: string;
        readonly width: number;
        readonly height: number;
      } | null;
      readonly result: {
        readonly url: string;
      } | null;
      readonly payments: readonly {
        readonly id: number;
        readonly payment_no: string;
        readonly provider: string;
        readonly channel: string;
        readonly amount: number;
        readonly joint_amount: number | null;
        readonly currency: string;
        readonly state: string;
        readonly provider_ref: string | null;
        readonly received: number | null;
        readonly received_at: string | null;
        readonly created_at: string;
      }[];
      readonly refunds: readonly {
        readonly id: number;
        readonly refund_no: string;
        readonly purpose: 'order' | 'surplus';
        readonly months: number | null;
        readonly amount: number;
        readonly currency: string;
        readonly reason: string;
        readonly state: string;
        readonly provider: string;
        readonly provider_refund_id: string | null;
        readonly requested_at: string;
        readonly finished_at: string | null;
        readonly failure_code:
          | 'provider_unreachable'
          | 'provider_refused'
          | 'insufficient_balance'
          | 'payer_account_abnormal'
          | 'too_late'
          | 'app_store_only'
          | 'payment_closed'
          | 'unknown_payment'
          | 'exceeds_payment'
          | null;
        readonly last_error: string | null;
        readonly settled_by: string | null;
        readonly provider_done_at: string | null;
        readonly settle_offer: 'settled' | 'requested' | null;
      }[];
      readonly disputes: readonly {
        readonly id: number;
        readonly provider: string;
        readonly dispute_no: string;
        readonly payment_no: string;
        readonly state: 'open' | 'won' | 'lost' | 'closed';
        readonly amount: number | null;
        readonly currency: string | null;
        readonly reason: string;
        readonly opened_at: string;
        readonly changed_at: string;
      }[];
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
        readonly picture: string | null;
        readonly reported_at: string;
        readonly state: 'open' | 'remaking' | 'answered';
        readonly answer: 'reply' | 'remake' | 'refund' | null;
        readonly reply: string | null;
        readonly answered_by: string | null;
        readonly answered_at: string | null;
        readonly remake_error: string | null;
      }[];
      readonly events: readonly {
        readonly event_id: string;
        readonly type: string;
        readonly created_at: string;
        readonly delivered_at: string | null;
        readonly last_error: string | null;
        readonly attempts: number;
      }[];
      readonly jobs: readonly {
        readonly id: number;
        readonly kind: string;
        readonly key: string | null;
        readonly trouble: 'dead' | 'lease_ended' | 'overdue' | null;
        readonly state: 'ready' | 'running' | 'dead';
        readonly attempts: number;
        readonly attempts_max: number;
        readonly created_at: string;
        readonly run_at: string;
        readonly due_at: string;
        readonly last_error: string | null;
        readonly request_id: string | null;
        readonly order_id: number | null;
        readonly order_no: string | null;
        readonly can_retry: boolean;
        readonly can_discard: boolean;
      }[];
      readonly approval: {
        readonly id: number;
        readonly order_id: number;
        readonly order_no: string;
        readonly amount: number;
        readonly months: number | null;
        readonly settled_refund_no: string | null;
        readonly currency: string;
        readonly reason: string;
        readonly requested_by: string;
        readonly requested_at: string;
        readonly state: 'pending' | 'confirmed' | 'rejected';
        readonly decided_by: string | null;
        readonly decided_at: string | null;
        readonly decision_reason: string | null;
      } | null;
      readonly month_refunds: {
        readonly refunded_before: number;
        readonly offers: readonly {
          readonly months: number;
          readonly amount: number;
          readonly needs_approval: boolean;
        }[];
      };
      readonly timeline: readonly {
        readonly at: string;
        readonly kind: 'history' | 'payment' | 'notify' | 'job' | 'refund' | 'event' | 'problem' | 'operator';
        readonly what: string;
        readonly actor: string | null;
        readonly data: Readonly<Record<string, unknown>>;
      }[];
      readonly actions: readonly (
        | 'cancel'
        | 'refund'
        | 'request_refund'
        | 'refund_months'
        | 'confirm_refund'
        | 'reject_refund'
        | 'retry'
        | 'resend_event'
      )[];
    };
  };
  readonly console_refund_months: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: {
      readonly months: number;
      readonly refunded_before: number;
      readonly reason: string;
    };
    readonly answer: {
      readonly id: number;
      readonly order_no: string;
      readonly user_id: number;
      readonly goods_id: number;
      readonly good_title: string;
      readonly funct_name: string;
      readonly price: number;
      readonly currency: string;
      readonly status: 'wait_pay' | 'pay' | 'cancal' | 'wait_refund' | 'refund';
      readonly deal_status: 'init' | 'ing' | 'done' | 'fail';
      readonly version: number;
      readonly created_at: string;
      readonly paid_at: string | null;
      readonly refund_state: string | null;
      readonly refundable: number;
      readonly owned_by: 'guest' | 'user';
      readonly from_user_id: number | null;
      readonly details: Readonly<Record<string, unknown>>;
      readonly expires_at: string;
      readonly cancelled_at: string | null;
      readonly cancelled_by: string | null;
      readonly fail_reason: string | null;
      readonly fail_sentence: string | null;
      readonly result_until: string | null;
      readonly user: {
        readonly id: number;
        readonly kind: 'guest' | 'user';
        readonly issuer: string | null;
        readonly subject: string | null;
        readonly member_until: string | null;
        readonly erased_at: string | null;
      };
      readonly email: string | null;
      readonly input: {
        readonly url: string;
        readonly width: number;
        readonly height: number;
      } | null;
      readonly result: {
        readonly url: string;
      } | null;
      readonly payments: readonly {
        readonly id: number;
        readonly payment_no: string;
        readonly provider: string;
        readonly channel: string;
        readonly amount: number;
        readonly joint_amount: number | null;
        readonly currency: string;
        readonly state: string;
        readonly provider_ref: string | null;
        readonly received: number | null;
        readonly received_at: string | null;
        readonly created_at: string;
      }[];
      readonly refunds: readonly {
        readonly id: number;
        readonly refund_no: string;
        readonly purpose: 'order' | 'surplus';
        readonly months: number | null;
        readonly amount: number;
        readonly currency: string;
        readonly reason: string;
        readonly state: string;
        readonly provider: string;
        readonly provider_refund_id: string | null;
        readonly requested_at: string;
        readonly finished_at: string | null;
        readonly failure_code:
          | 'provider_unreachable'
          | 'provider_refused'
          | 'insufficient_balance'
          | 'payer_account_abnormal'
          | 'too_late'
          | 'app_store_only'
          | 'payment_closed'
          | 'unknown_payment'
          | 'exceeds_payment'
          | null;
        readonly last_error: string | null;
        readonly settled_by: string | null;
        readonly provider_done_at: string | null;
        readonly settle_offer: 'settled' | 'requested' | null;
      }[];
      readonly disputes: readonly {
        readonly id: number;
        readonly provider: string;
        readonly dispute_no: string;
        readonly payment_no: string;
        readonly state: 'open' | 'won' | 'lost' | 'closed';
        readonly amount: number | null;
        readonly currency: string | null;
        readonly reason: string;
        readonly opened_at: string;
        readonly changed_at: string;
      }[];
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
        readonly picture: string | null;
        readonly reported_at: string;
        readonly state: 'open' | 'remaking' | 'answered';
        readonly answer: 'reply' | 'remake' | 'refund' | null;
        readonly reply: string | null;
        readonly answered_by: string | null;
        readonly answered_at: string | null;
        readonly remake_error: string | null;
      }[];
      readonly events: readonly {
        readonly event_id: string;
        readonly type: string;
        readonly created_at: string;
        readonly delivered_at: string | null;
        readonly last_error: string | null;
        readonly attempts: number;
      }[];
      readonly jobs: readonly {
        readonly id: number;
        readonly kind: string;
        readonly key: string | null;
        readonly trouble: 'dead' | 'lease_ended' | 'overdue' | null;
        readonly state: 'ready' | 'running' | 'dead';
        readonly attempts: number;
        readonly attempts_max: number;
        readonly created_at: string;
        readonly run_at: string;
        readonly due_at: string;
        readonly last_error: string | null;
        readonly request_id: string | null;
        readonly order_id: number | null;
        readonly order_no: string | null;
        readonly can_retry: boolean;
        readonly can_discard: boolean;
      }[];
      readonly approval: {
        readonly id: number;
        readonly order_id: number;
        readonly order_no: string;
        readonly amount: number;
        readonly months: number | null;
        readonly settled_refund_no: string | null;
        readonly currency: string;
        readonly reason: string;
        readonly requested_by: string;
        readonly requested_at: string;
        readonly state: 'pending' | 'confirmed' | 'rejected';
        readonly decided_by: string | null;
        readonly decided_at: string | null;
        readonly decision_reason: string | null;
      } | null;
      readonly month_refunds: {
        readonly refunded_before: number;
        readonly offers: readonly {
          readonly months: number;
          readonly amount: number;
          readonly needs_approval: boolean;
        }[];
      };
      readonly timeline: readonly {
        readonly at: string;
        readonly kind: 'history' | 'payment' | 'notify' | 'job' | 'refund' | 'event' | 'problem' | 'operator';
        readonly what: string;
        readonly actor: string | null;
        readonly data: Readonly<Record<string, unknown>>;
      }[];
      readonly actions: readonly (
        | 'cancel'
        | 'refund'
        | 'request_refund'
        | 'refund_months'
        | 'confirm_refund'
        | 'reject_refund'
        | 'retry'
        | 'resend_event'
      )[];
    };
  };
  readonly console_settle_refund: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: {
      readonly refund_no: string;
      readonly reason: string;
    };
    readonly answer: {
      readonly id: number;
      readonly order_no: string;
      readonly user_id: number;
      readonly goods_id: number;
      readonly good_title: string;
      readonly funct_name: string;
      readonly price: number;
      readonly currency: string;
      readonly status: 'wait_pay' | 'pay' | 'cancal' | 'wait_refund' | 'refund';
      readonly deal_status: 'init' | 'ing' | 'done' | 'fail';
      readonly version: number;
      readonly created_at: string;
      readonly paid_at: string | null;
      readonly refund_state: string | null;
      readonly refundable: number;
      readonly owned_by: 'guest' | 'user';
      readonly from_user_id: number | null;
      readonly details: Readonly<Record<string, unknown>>;
      readonly expires_at: string;
      readonly cancelled_at: string | null;
      readonly cancelled_by: string | null;
      readonly fail_reason: string | null;
      readonly fail_sentence: string | null;
      readonly result_until: string | null;
      readonly user: {
        readonly id: number;
        readonly kind: 'guest' | 'user';
        readonly issuer: string | null;
        readonly subject: string | null;
        readonly member_until: string | null;
        readonly erased_at: string | null;
      };
      readonly email: string | null;
      readonly input: {
        readonly url: string;
        readonly width: number;
        readonly height: number;
      } | null;
      readonly result: {
        readonly url: string;
      } | null;
      readonly payments: readonly {
        readonly id: number;
        readonly payment_no: string;
        readonly provider: string;
        readonly channel: string;
        readonly amount: number;
        readonly joint_amount: number | null;
        readonly currency: string;
        readonly state: string;
        readonly provider_ref: string | null;
        readonly received: number | null;
        readonly received_at: string | null;
        readonly created_at: string;
      }[];
      readonly refunds: readonly {
        readonly id: number;
        readonly refund_no: string;
        readonly purpose: 'order' | 'surplus';
        readonly months: number | null;
        readonly amount: number;
        readonly currency: string;
        readonly reason: string;
        readonly state: string;
        readonly provider: string;
        readonly provider_refund_id: string | null;
        readonly requested_at: string;
        readonly finished_at: string | null;
        readonly failure_code:
          | 'provider_unreachable'
          | 'provider_refused'
          | 'insufficient_balance'
          | 'payer_account_abnormal'
          | 'too_late'
          | 'app_store_only'
          | 'payment_closed'
          | 'unknown_payment'
          | 'exceeds_payment'
          | null;
        readonly last_error: string | null;
        readonly settled_by: string | null;
        readonly provider_done_at: string | null;
        readonly settle_offer: 'settled' | 'requested' | null;
      }[];
      readonly disputes: readonly {
        readonly id: number;
        readonly provider: string;
        readonly dispute_no: string;
        readonly payment_no: string;
        readonly state: 'open' | 'won' | 'lost' | 'closed';
        readonly amount: number | null;
        readonly currency: string | null;
        readonly reason: string;
        readonly opened_at: string;
        readonly changed_at: string;
      }[];
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
        readonly picture: string | null;
        readonly reported_at: string;
        readonly state: 'open' | 'remaking' | 'answered';
        readonly answer: 'reply' | 'remake' | 'refund' | null;
        readonly reply: string | null;
        readonly answered_by: string | null;
        readonly answered_at: string | null;
        readonly remake_error: string | null;
      }[];
      readonly events: readonly {
        readonly event_id: string;
        readonly type: string;
        readonly created_at: string;
        readonly delivered_at: string | null;
        readonly last_error: string | null;
        readonly attempts: number;
      }[];
      readonly jobs: readonly {
        readonly id: number;
        readonly kind: string;
        readonly key: string | null;
        readonly trouble: 'dead' | 'lease_ended' | 'overdue' | null;
        readonly state: 'ready' | 'running' | 'dead';
        readonly attempts: number;
        readonly attempts_max: number;
        readonly created_at: string;
        readonly run_at: string;
        readonly due_at: string;
        readonly last_error: string | null;
        readonly request_id: string | null;
        readonly order_id: number | null;
        readonly order_no: string | null;
        readonly can_retry: boolean;
        readonly can_discard: boolean;
      }[];
      readonly approval: {
        readonly id: number;
        readonly order_id: number;
        readonly order_no: string;
        readonly amount: number;
        readonly months: number | null;
        readonly settled_refund_no: string | null;
        readonly currency: string;
        readonly reason: string;
        readonly requested_by: string;
        readonly requested_at: string;
        readonly state: 'pending' | 'confirmed' | 'rejected';
        readonly decided_by: string | null;
        readonly decided_at: string | null;
        readonly decision_reason: string | null;
      } | null;
      readonly month_refunds: {
        readonly refunded_before: number;
        readonly offers: readonly {
          readonly months: number;
          readonly amount: number;
          readonly needs_approval: boolean;
        }[];
      };
      readonly timeline: readonly {
        readonly at: string;
        readonly kind: 'history' | 'payment' | 'notify' | 'job' | 'refund' | 'event' | 'problem' | 'operator';
        readonly what: string;
        readonly actor: string | null;
        readonly data: Readonly<Record<string, unknown>>;
      }[];
      readonly actions: readonly (
        | 'cancel'
        | 'refund'
        | 'request_refund'
        | 'refund_months'
        | 'confirm_refund'
        | 'reject_refund'
        | 'retry'
        | 'resend_event'
      )[];
    };
  };
  readonly console_retry_order: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: undefined;
    readonly answer: {
      readonly id: number;
      readonly order_no: string;
      readonly user_id: number;
      readonly goods_id: number;
      readonly good_title: string;
      readonly funct_name: string;
      readonly price: number;
      readonly currency: string;
      readonly status: 'wait_pay' | 'pay' | 'cancal' | 'wait_refund' | 'refund';
      readonly deal_status: 'init' | 'ing' | 'done' | 'fail';
      readonly version: number;
      readonly created_at: string;
      readonly paid_at: string | null;
      readonly refund_state: string | null;
      readonly refundable: number;
      readonly owned_by: 'guest' | 'user';
      readonly from_user_id: number | null;
      readonly details: Readonly<Record<string, unknown>>;
      readonly expires_at: string;
      readonly cancelled_at: string | null;
      readonly cancelled_by: string | null;
      readonly fail_reason: string | null;
      readonly fail_sentence: string | null;
      readonly result_until: string | null;
      readonly user: {
        readonly id: number;
        readonly kind: 'guest' | 'user';
        readonly issuer: string | null;
        readonly subject: string | null;
        readonly member_until: string | null;
        readonly erased_at: string | null;
      };
      readonly email: string | null;
      readonly input: {
        readonly url: string;
        readonly width: number;
        readonly height: number;
      } | null;
      readonly result: {
        readonly url: string;
      } | null;
      readonly payments: readonly {
        readonly id: number;
        readonly payment_no: string;
        readonly provider: string;
        readonly channel: string;
        readonly amount: number;
        readonly joint_amount: number | null;
        readonly currency: string;
        readonly state: string;
        readonly provider_ref: string | null;
        readonly received: number | null;
        readonly received_at: string | null;
        readonly created_at: string;
      }[];
      readonly refunds: readonly {
        readonly id: number;
        readonly refund_no: string;
        readonly purpose: 'order' | 'surplus';
        readonly months: number | null;
        readonly amount: number;
        readonly currency: string;
        readonly reason: string;
        readonly state: string;
        readonly provider: string;
        readonly provider_refund_id: string | null;
        readonly requested_at: string;
        readonly finished_at: string | null;
        readonly failure_code:
          | 'provider_unreachable'
          | 'provider_refused'
          | 'insufficient_balance'
          | 'payer_account_abnormal'
          | 'too_late'
          | 'app_store_only'
          | 'payment_closed'
          | 'unknown_payment'
          | 'exceeds_payment'
          | null;
        readonly last_error: string | null;
        readonly settled_by: string | null;
        readonly provider_done_at: string | null;
        readonly settle_offer: 'settled' | 'requested' | null;
      }[];
      readonly disputes: readonly {
        readonly id: number;
        readonly provider: string;
        readonly dispute_no: string;
        readonly payment_no: string;
        readonly state: 'open' | 'won' | 'lost' | 'closed';
        readonly amount: number | null;
        readonly currency: string | null;
        readonly reason: string;
        readonly opened_at: string;
        readonly changed_at: string;
      }[];
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
        readonly picture: string | null;
        readonly reported_at: string;
        readonly state: 'open' | 'remaking' | 'answered';
        readonly answer: 'reply' | 'remake' | 'refund' | null;
        readonly reply: string | null;
        readonly answered_by: string | null;
        readonly answered_at: string | null;
        readonly remake_error: string | null;
      }[];
      readonly events: readonly {
        readonly event_id: string;
        readonly type: string;
        readonly created_at: string;
        readonly delivered_at: string | null;
        readonly last_error: string | null;
        readonly attempts: number;
      }[];
      readonly jobs: readonly {
        readonly id: number;
        readonly kind: string;
        readonly key: string | null;
        readonly trouble: 'dead' | 'lease_ended' | 'overdue' | null;
        readonly state: 'ready' | 'running' | 'dead';
        readonly attempts: number;
        readonly attempts_max: number;
        readonly created_at: string;
        readonly run_at: string;
        readonly due_at: string;
        readonly last_error: string | null;
        readonly request_id: string | null;
        readonly order_id: number | null;
        readonly order_no: string | null;
        readonly can_retry: boolean;
        readonly can_discard: boolean;
      }[];
      readonly approval: {
        readonly id: number;
        readonly order_id: number;
        readonly order_no: string;
        readonly amount: number;
        readonly months: number | null;
        readonly settled_refund_no: string | null;
        readonly currency: string;
        readonly reason: string;
        readonly requested_by: string;
        readonly requested_at: string;
        readonly state: 'pending' | 'confirmed' | 'rejected';
        readonly decided_by: string | null;
        readonly decided_at: string | null;
        readonly decision_reason: string | null;
      } | null;
      readonly month_refunds: {
        readonly refunded_before: number;
        readonly offers: readonly {
          readonly months: number;
          readonly amount: number;
          readonly needs_approval: boolean;
        }[];
      };
      readonly timeline: readonly {
        readonly at: string;
        readonly kind: 'history' | 'payment' | 'notify' | 'job' | 'refund' | 'event' | 'problem' | 'operator';
        readonly what: string;
        readonly actor: string | null;
        readonly data: Readonly<Record<string, unknown>>;
      }[];
      readonly actions: readonly (
        | 'cancel'
        | 'refund'
        | 'request_refund'
        | 'refund_months'
        | 'confirm_refund'
        | 'reject_refund'
        | 'retry'
        | 'resend_event'
      )[];
    };
  };
  readonly console_resend_event: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: {
      readonly event_id: string;
    };
    readonly answer: {
      readonly id: number;
      readonly order_no: string;
      readonly user_id: number;
      readonly goods_id: number;
      readonly good_title: string;
      readonly funct_name: string;
      readonly price: number;
      readonly currency: string;
      readonly status: 'wait_pay' | 'pay' | 'cancal' | 'wait_refund' | 'refund';
      readonly deal_status: 'init' | 'ing' | 'done' | 'fail';
      readonly version: number;
      readonly created_at: string;
      readonly paid_at: string | null;
      readonly refund_state: string | null;
      readonly refundable: number;
      readonly owned_by: 'guest' | 'user';
      readonly from_user_id: number | null;
      readonly details: Readonly<Record<string, unknown>>;
      readonly expires_at: string;
      readonly cancelled_at: string | null;
      readonly cancelled_by: string | null;
      readonly fail_reason: string | null;
      readonly fail_sentence: string | null;
      readonly result_until: string | null;
      readonly user: {
        readonly id: number;
        readonly kind: 'guest' | 'user';
        readonly issuer: string | null;
        readonly subject: string | null;
        readonly member_until: string | null;
        readonly erased_at: string | null;
      };
      readonly email: string | null;
      readonly input: {
        readonly url: string;
        readonly width: number;
        readonly height: number;
      } | null;
      readonly result: {
        readonly url: string;
      } | null;
      readonly payments: readonly {
        readonly id: number;
        readonly payment_no: string;
        readonly provider: string;
        readonly channel: string;
        readonly amount: number;
        readonly joint_amount: number | null;
        readonly currency: string;
        readonly state: string;
        readonly provider_ref: string | null;
        readonly received: number | null;
        readonly received_at: string | null;
        readonly created_at: string;
      }[];
      readonly refunds: readonly {
        readonly id: number;
        readonly refund_no: string;
        readonly purpose: 'order' | 'surplus';
        readonly months: number | null;
        readonly amount: number;
        readonly currency: string;
        readonly reason: string;
        readonly state: string;
        readonly provider: string;
        readonly provider_refund_id: string | null;
        readonly requested_at: string;
        readonly finished_at: string | null;
        readonly failure_code:
          | 'provider_unreachable'
          | 'provider_refused'
          | 'insufficient_balance'
          | 'payer_account_abnormal'
          | 'too_late'
          | 'app_store_only'
          | 'payment_closed'
          | 'unknown_payment'
          | 'exceeds_payment'
          | null;
        readonly last_error: string | null;
        readonly settled_by: string | null;
        readonly provider_done_at: string | null;
        readonly settle_offer: 'settled' | 'requested' | null;
      }[];
      readonly disputes: readonly {
        readonly id: number;
        readonly provider: string;
        readonly dispute_no: string;
        readonly payment_no: string;
        readonly state: 'open' | 'won' | 'lost' | 'closed';
        readonly amount: number | null;
        readonly currency: string | null;
        readonly reason: string;
        readonly opened_at: string;
        readonly changed_at: string;
      }[];
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
        readonly picture: string | null;
        readonly reported_at: string;
        readonly state: 'open' | 'remaking' | 'answered';
        readonly answer: 'reply' | 'remake' | 'refund' | null;
        readonly reply: string | null;
        readonly answered_by: string | null;
        readonly answered_at: string | null;
        readonly remake_error: string | null;
      }[];
      readonly events: readonly {
        readonly event_id: string;
        readonly type: string;
        readonly created_at: string;
        readonly delivered_at: string | null;
        readonly last_error: string | null;
        readonly attempts: number;
      }[];
      readonly jobs: readonly {
        readonly id: number;
        readonly kind: string;
        readonly key: string | null;
        readonly trouble: 'dead' | 'lease_ended' | 'overdue' | null;
        readonly state: 'ready' | 'running' | 'dead';
        readonly attempts: number;
        readonly attempts_max: number;
        readonly created_at: string;
        readonly run_at: string;
        readonly due_at: string;
        readonly last_error: string | null;
        readonly request_id: string | null;
        readonly order_id: number | null;
        readonly order_no: string | null;
        readonly can_retry: boolean;
        readonly can_discard: boolean;
      }[];
      readonly approval: {
        readonly id: number;
        readonly order_id: number;
        readonly order_no: string;
        readonly amount: number;
        readonly months: number | null;
        readonly settled_refund_no: string | null;
        readonly currency: string;
        readonly reason: string;
        readonly requested_by: string;
        readonly requested_at: string;
        readonly state: 'pending' | 'confirmed' | 'rejected';
        readonly decided_by: string | null;
        readonly decided_at: string | null;
        readonly decision_reason: string | null;
      } | null;
      readonly month_refunds: {
        readonly refunded_before: number;
        readonly offers: readonly {
          readonly months: number;
          readonly amount: number;
          readonly needs_approval: boolean;
        }[];
      };
      readonly timeline: readonly {
        readonly at: string;
        readonly kind: 'history' | 'payment' | 'notify' | 'job' | 'refund' | 'event' | 'problem' | 'operator';
        readonly what: string;
        readonly actor: string | null;
        readonly data: Readonly<Record<string, unknown>>;
      }[];
      readonly actions: readonly (
        | 'cancel'
        | 'refund'
        | 'request_refund'
        | 'refund_months'
        | 'confirm_refund'
        | 'reject_refund'
        | 'retry'
        | 'resend_event'
      )[];
    };
  };
  readonly console_list_refund_approvals: {
    readonly query: {
      readonly state?: 'pending' | 'decided';
      readonly before?: string;
      readonly limit?: number;
    };
    readonly body: undefined;
    readonly answer: {
      readonly approvals: readonly {
        readonly id: number;
        readonly order_id: number;
        readonly order_no: string;
        readonly amount: number;
        readonly months: number | null;
        readonly settled_refund_no: string | null;
        readonly currency: string;
        readonly reason: string;
        readonly requested_by: string;
        readonly requested_at: string;
        readonly state: 'pending' | 'confirmed' | 'rejected';
        readonly decided_by: string | null;
        readonly decided_at: string | null;
        readonly decision_reason: string | null;
      }[];
      readonly before: string | null;
    };
  };
  readonly console_confirm_refund: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: undefined;
    readonly answer: {
      readonly id: number;
      readonly order_no: string;
      readonly user_id: number;
      readonly goods_id: number;
      readonly good_title: string;
      readonly funct_name: string;
      readonly price: number;
      readonly currency: string;
      readonly status: 'wait_pay' | 'pay' | 'cancal' | 'wait_refund' | 'refund';
      readonly deal_status: 'init' | 'ing' | 'done' | 'fail';
      readonly version: number;
      readonly created_at: string;
      readonly paid_at: string | null;
      readonly refund_state: string | null;
      readonly refundable: number;
      readonly owned_by: 'guest' | 'user';
      readonly from_user_id: number | null;
      readonly details: Readonly<Record<string, unknown>>;
      readonly expires_at: string;
      readonly cancelled_at: string | null;
      readonly cancelled_by: string | null;
      readonly fail_reason: string | null;
      readonly fail_sentence: string | null;
      readonly result_until: string | null;
      readonly user: {
        readonly id: number;
        readonly kind: 'guest' | 'user';
        readonly issuer: string | null;
        readonly subject: string | null;
        readonly member_until: string | null;
        readonly erased_at: string | null;
      };
      readonly email: string | null;
      readonly input: {
        readonly url: string;
        readonly width: number;
        readonly height: number;
      } | null;
      readonly result: {
        readonly url: string;
      } | null;
      readonly payments: readonly {
        readonly id: number;
        readonly payment_no: string;
        readonly provider: string;
        readonly channel: string;
        readonly amount: number;
        readonly joint_amount: number | null;
        readonly currency: string;
        readonly state: string;
        readonly provider_ref: string | null;
        readonly received: number | null;
        readonly received_at: string | null;
        readonly created_at: string;
      }[];
      readonly refunds: readonly {
        readonly id: number;
        readonly refund_no: string;
        readonly purpose: 'order' | 'surplus';
        readonly months: number | null;
        readonly amount: number;
        readonly currency: string;
        readonly reason: string;
        readonly state: string;
        readonly provider: string;
        readonly provider_refund_id: string | null;
        readonly requested_at: string;
        readonly finished_at: string | null;
        readonly failure_code:
          | 'provider_unreachable'
          | 'provider_refused'
          | 'insufficient_balance'
          | 'payer_account_abnormal'
          | 'too_late'
          | 'app_store_only'
          | 'payment_closed'
          | 'unknown_payment'
          | 'exceeds_payment'
          | null;
        readonly last_error: string | null;
        readonly settled_by: string | null;
        readonly provider_done_at: string | null;
        readonly settle_offer: 'settled' | 'requested' | null;
      }[];
      readonly disputes: readonly {
        readonly id: number;
        readonly provider: string;
        readonly dispute_no: string;
        readonly payment_no: string;
        readonly state: 'open' | 'won' | 'lost' | 'closed';
        readonly amount: number | null;
        readonly currency: string | null;
        readonly reason: string;
        readonly opened_at: string;
        readonly changed_at: string;
      }[];
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
        readonly picture: string | null;
        readonly reported_at: string;
        readonly state: 'open' | 'remaking' | 'answered';
        readonly answer: 'reply' | 'remake' | 'refund' | null;
        readonly reply: string | null;
        readonly answered_by: string | null;
        readonly answered_at: string | null;
        readonly remake_error: string | null;
      }[];
      readonly events: readonly {
        readonly event_id: string;
        readonly type: string;
        readonly created_at: string;
        readonly delivered_at: string | null;
        readonly last_error: string | null;
        readonly attempts: number;
      }[];
      readonly jobs: readonly {
        readonly id: number;
        readonly kind: string;
        readonly key: string | null;
        readonly trouble: 'dead' | 'lease_ended' | 'overdue' | null;
        readonly state: 'ready' | 'running' | 'dead';
        readonly attempts: number;
        readonly attempts_max: number;
        readonly created_at: string;
        readonly run_at: string;
        readonly due_at: string;
        readonly last_error: string | null;
        readonly request_id: string | null;
        readonly order_id: number | null;
        readonly order_no: string | null;
        readonly can_retry: boolean;
        readonly can_discard: boolean;
      }[];
      readonly approval: {
        readonly id: number;
        readonly order_id: number;
        readonly order_no: string;
        readonly amount: number;
        readonly months: number | null;
        readonly settled_refund_no: string | null;
        readonly currency: string;
        readonly reason: string;
        readonly requested_by: string;
        readonly requested_at: string;
        readonly state: 'pending' | 'confirmed' | 'rejected';
        readonly decided_by: string | null;
        readonly decided_at: string | null;
        readonly decision_reason: string | null;
      } | null;
      readonly month_refunds: {
        readonly refunded_before: number;
        readonly offers: readonly {
          readonly months: number;
          readonly amount: number;
          readonly needs_approval: boolean;
        }[];
      };
      readonly timeline: readonly {
        readonly at: string;
        readonly kind: 'history' | 'payment' | 'notify' | 'job' | 'refund' | 'event' | 'problem' | 'operator';
        readonly what: string;
        readonly actor: string | null;
        readonly data: Readonly<Record<string, unknown>>;
      }[];
      readonly actions: readonly (
        | 'cancel'
        | 'refund'
        | 'request_refund'
        | 'refund_months'
        | 'confirm_refund'
        | 'reject_refund'
        | 'retry'
        | 'resend_event'
      )[];
    };
  };
  readonly console_reject_refund: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: {
      readonly reason: string;
    };
    readonly answer: {
      readonly id: number;
      readonly order_no: string;
      readonly user_id: number;
      readonly goods_id: number;
      readonly good_title: string;
      readonly funct_name: string;
      readonly price: number;
      readonly currency: string;
      readonly status: 'wait_pay' | 'pay' | 'cancal' | 'wait_refund' | 'refund';
      readonly deal_status: 'init' | 'ing' | 'done' | 'fail';
      readonly version: number;
      readonly created_at: string;
      readonly paid_at: string | null;
      readonly refund_state: string | null;
      readonly refundable: number;
      readonly owned_by: 'guest' | 'user';
      readonly from_user_id: number | null;
      readonly details: Readonly<Record<string, unknown>>;
      readonly expires_at: string;
      readonly cancelled_at: string | null;
      readonly cancelled_by: string | null;
      readonly fail_reason: string | null;
      readonly fail_sentence: string | null;
      readonly result_until: string | null;
      readonly user: {
        readonly id: number;
        readonly kind: 'guest' | 'user';
        readonly issuer: string | null;
        readonly subject: string | null;
        readonly member_until: string | null;
        readonly erased_at: string | null;
      };
      readonly email: string | null;
      readonly input: {
        readonly url: string;
        readonly width: number;
        readonly height: number;
      } | null;
      readonly result: {
        readonly url: string;
      } | null;
      readonly payments: readonly {
        readonly id: number;
        readonly payment_no: string;
        readonly provider: string;
        readonly channel: string;
        readonly amount: number;
        readonly joint_amount: number | null;
        readonly currency: string;
        readonly state: string;
        readonly provider_ref: string | null;
        readonly received: number | null;
        readonly received_at: string | null;
        readonly created_at: string;
      }[];
      readonly refunds: readonly {
        readonly id: number;
        readonly refund_no: string;
        readonly purpose: 'order' | 'surplus';
        readonly months: number | null;
        readonly amount: number;
        readonly currency: string;
        readonly reason: string;
        readonly state: string;
        readonly provider: string;
        readonly provider_refund_id: string | null;
        readonly requested_at: string;
        readonly finished_at: string | null;
        readonly failure_code:
          | 'provider_unreachable'
          | 'provider_refused'
          | 'insufficient_balance'
          | 'payer_account_abnormal'
          | 'too_late'
          | 'app_store_only'
          | 'payment_closed'
          | 'unknown_payment'
          | 'exceeds_payment'
          | null;
        readonly last_error: string | null;
        readonly settled_by: string | null;
        readonly provider_done_at: string | null;
        readonly settle_offer: 'settled' | 'requested' | null;
      }[];
      readonly disputes: readonly {
        readonly id: number;
        readonly provider: string;
        readonly dispute_no: string;
        readonly payment_no: string;
        readonly state: 'open' | 'won' | 'lost' | 'closed';
        readonly amount: number | null;
        readonly currency: string | null;
        readonly reason: string;
        readonly opened_at: string;
        readonly changed_at: string;
      }[];
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
        readonly picture: string | null;
        readonly reported_at: string;
        readonly state: 'open' | 'remaking' | 'answered';
        readonly answer: 'reply' | 'remake' | 'refund' | null;
        readonly reply: string | null;
        readonly answered_by: string | null;
        readonly answered_at: string | null;
        readonly remake_error: string | null;
      }[];
      readonly events: readonly {
        readonly event_id: string;
        readonly type: string;
        readonly created_at: string;
        readonly delivered_at: string | null;
        readonly last_error: string | null;
        readonly attempts: number;
      }[];
      readonly jobs: readonly {
        readonly id: number;
        readonly kind: string;
        readonly key: string | null;
        readonly trouble: 'dead' | 'lease_ended' | 'overdue' | null;
        readonly state: 'ready' | 'running' | 'dead';
        readonly attempts: number;
        readonly attempts_max: number;
        readonly created_at: string;
        readonly run_at: string;
        readonly due_at: string;
        readonly last_error: string | null;
        readonly request_id: string | null;
        readonly order_id: number | null;
        readonly order_no: string | null;
        readonly can_retry: boolean;
        readonly can_discard: boolean;
      }[];
      readonly approval: {
        readonly id: number;
        readonly order_id: number;
        readonly order_no: string;
        readonly amount: number;
        readonly months: number | null;
        readonly settled_refund_no: string | null;
        readonly currency: string;
        readonly reason: string;
        readonly requested_by: string;
        readonly requested_at: string;
        readonly state: 'pending' | 'confirmed' | 'rejected';
        readonly decided_by: string | null;
        readonly decided_at: string | null;
        readonly decision_reason: string | null;
      } | null;
      readonly month_refunds: {
        readonly refunded_before: number;
        readonly offers: readonly {
          readonly months: number;
          readonly amount: number;
          readonly needs_approval: boolean;
        }[];
      };
      readonly timeline: readonly {
        readonly at: string;
        readonly kind: 'history' | 'payment' | 'notify' | 'job' | 'refund' | 'event' | 'problem' | 'operator';
        readonly what: string;
        readonly actor: string | null;
        readonly data: Readonly<Record<string, unknown>>;
      }[];
      readonly actions: readonly (
        | 'cancel'
        | 'refund'
        | 'request_refund'
        | 'refund_months'
        | 'confirm_refund'
        | 'reject_refund'
        | 'retry'
        | 'resend_event'
      )[];
    };
  };
  readonly console_preview_user_erasure: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: undefined;
    readonly answer: {
      readonly orders: number;
      readonly obstacles: readonly {
        readonly order_id: number;
        readonly obstacle:
          | 'unpaid'
          | 'in_work'
          | 'payment_open'
          | 'refund_open'
          | 'approval_pending'
          | 'dispute_open'
          | 'problem_open'
          | 'difference_open'
          | 'job_waiting'
          | 'membership_active';
      }[];
    };
  };
  readonly console_erase_user: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: undefined;
    readonly answer: {
      readonly orders: number;
      readonly photos: number;
      readonly results: number;
      readonly tombstone: string;
    };
  };
  readonly console_preview_order_erasure: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: undefined;
    readonly answer: {
      readonly orders: number;
      readonly obstacles: readonly {
        readonly order_id: number;
        readonly obstacle:
          | 'unpaid'
          | 'in_work'
          | 'payment_open'
          | 'refund_open'
          | 'approval_pending'
          | 'dispute_open'
          | 'problem_open'
          | 'difference_open'
          | 'job_waiting'
          | 'membership_active';
      }[];
    };
  };
  readonly console_erase_order: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: undefined;
    readonly answer: {
      readonly orders: number;
      readonly photos: number;
      readonly results: number;
      readonly tombstone: string;
    };
  };
  readonly console_search_users: {
    readonly query: {
      readonly id?: number;
      readonly subject?: string;
      readonly before?: string;
      readonly limit?: number;
    };
    readonly body: undefined;
    readonly answer: {
      readonly users: readonly {
        readonly id: number;
        readonly kind: 'guest' | 'user';
        readonly issuer: string | null;
        readonly subject: string | null;
        readonly created_at: string;
        readonly erased_at: string | null;
        readonly member_until: string | null;
        readonly is_member: boolean;
      }[];
      readonly before: string | null;
    };
  };
  readonly console_show_user: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: undefined;
    readonly answer: {
      readonly id: number;
      readonly kind: 'guest' | 'user';
      readonly issuer: string | null;
      readonly subject: string | null;
      readonly created_at: string;
      readonly erased_at: string | null;
      readonly member_until: string | null;
      readonly is_member: boolean;
      readonly orders: number;
      readonly last_order_at: string | null;
      readonly spent: readonly {
        readonly currency: string;
        readonly amount: number;
        readonly orders: number;
      }[];
      readonly grants: readonly {
        readonly id: number;
        readonly order_id: number | null;
        readonly order_no: string | null;
        readonly months: number;
        readonly months_refunded: number;
        readonly granted_at: string;
        readonly until: string | null;
        readonly can_end: boolean;
        readonly granted_by: string | null;
        readonly reason: string | null;
        readonly revoked_at: string | null;
        readonly revoked_by: string | null;
        readonly revoke_reason: string | null;
      }[];
    };
  };
  readonly console_grant_months: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: {
      readonly months: number;
      readonly reason: string;
      readonly grants_before?: number;
    };
    readonly answer: {
      readonly id: number;
      readonly kind: 'guest' | 'user';
      readonly issuer: string | null;
      readonly subject: string | null;
      readonly created_at: string;
      readonly erased_at: string | null;
      readonly member_until: string | null;
      readonly is_member: boolean;
      readonly orders: number;
      readonly last_order_at: string | null;
      readonly spent: readonly {
        readonly currency: string;
        readonly amount: number;
        readonly orders: number;
      }[];
      readonly grants: readonly {
        readonly id: number;
        readonly order_id: number | null;
        readonly order_no: string | null;
        readonly months: number;
        readonly months_refunded: number;
        readonly granted_at: string;
        readonly until: string | null;
        readonly can_end: boolean;
        readonly granted_by: string | null;
        readonly reason: string | null;
        readonly revoked_at: string | null;
        readonly revoked_by: string | null;
        readonly revoke_reason: string | null;
      }[];
    };
  };
  readonly console_end_months: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: {
      readonly reason: string;
    };
    readonly answer: {
      readonly id: number;
      readonly kind: 'guest' | 'user';
      readonly issuer: string | null;
      readonly subject: string | null;
      readonly created_at: string;
      readonly erased_at: string | null;
      readonly member_until: string | null;
      readonly is_member: boolean;
      readonly orders: number;
      readonly last_order_at: string | null;
      readonly spent: readonly {
        readonly currency: string;
        readonly amount: number;
        readonly orders: number;
      }[];
      readonly grants: readonly {
        readonly id: number;
        readonly order_id: number | null;
        readonly order_no: string | null;
        readonly months: number;
        readonly months_refunded: number;
        readonly granted_at: string;
        readonly until: string | null;
        readonly can_end: boolean;
        readonly granted_by: string | null;
        readonly reason: string | null;
        readonly revoked_at: string | null;
        readonly revoked_by: string | null;
        readonly revoke_reason: string | null;
      }[];
    };
  };
  readonly console_merge_guest: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: {
      readonly into: number;
      readonly reason: string;
    };
    readonly answer: {
      readonly id: number;
      readonly kind: 'guest' | 'user';
      readonly issuer: string | null;
      readonly subject: string | null;
      readonly created_at: string;
      readonly erased_at: string | null;
      readonly member_until: string | null;
      readonly is_member: boolean;
      readonly orders: number;
      readonly last_order_at: string | null;
      readonly spent: readonly {
        readonly currency: string;
        readonly amount: number;
        readonly orders: number;
      }[];
      readonly grants: readonly {
        readonly id: number;
        readonly order_id: number | null;
        readonly order_no: string | null;
        readonly months: number;
        readonly months_refunded: number;
        readonly granted_at: string;
        readonly until: string | null;
        readonly can_end: boolean;
        readonly granted_by: string | null;
        readonly reason: string | null;
        readonly revoked_at: string | null;
        readonly revoked_by: string | null;
        readonly revoke_reason: string | null;
      }[];
    };
  };
  readonly console_list_goods: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: undefined;
    readonly answer: {
      readonly goods: readonly {
        readonly id: number;
        readonly title: string;
        readonly summary: string;
        readonly description: string;
        readonly title_en: string;
        readonly summary_en: string;
        readonly description_en: string;
        readonly title_zh: string;
        readonly summary_zh: string;
        readonly description_zh: string;
        readonly icon: string;
        readonly picture: string;
        readonly price: number;
        readonly member_price: number | null;
        readonly sort: number;
        readonly funct_name: string;
        readonly on_shelf: boolean;
        readonly version: string;
      }[];
      readonly kinds: readonly {
        readonly funct_name: string;
        readonly summary: string;
      }[];
    };
  };
  readonly console_add_good: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: {
      readonly title: string;
      readonly summary: string;
      readonly icon: string;
      readonly price: number;
      readonly sort: number;
      readonly funct_name:
        | 'mark_order_zhaopianshangse'
        | 'mark_order_yiCunZhao'
        | 'mark_order_vip'
        | 'mark_order_id_photo'
        | 'mark_order_photo_restore';
      readonly on_shelf: boolean;
      readonly description?: string;
      readonly picture?: string;
      readonly title_en?: string;
      readonly summary_en?: string;
      readonly description_en?: string;
      readonly title_zh?: string;
      readonly summary_zh?: string;
      readonly description_zh?: string;
      readonly member_price?: number;
    };
    readonly answer: {
      readonly id: number;
      readonly title: string;
      readonly summary: string;
      readonly description: string;
      readonly title_en: string;
      readonly summary_en: string;
      readonly description_en: string;
      readonly title_zh: string;
      readonly summary_zh: string;
      readonly description_zh: string;
      readonly icon: string;
      readonly picture: string;
      readonly price: number;
      readonly member_price: number | null;
      readonly sort: number;
      readonly funct_name: string;
      readonly on_shelf: boolean;
      readonly version: string;
    };
  };
  readonly console_change_good: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: {
      readonly title: string;
      readonly summary: string;
      readonly icon: string;
      readonly price: number;
      readonly sort?: number;
      readonly funct_name:
        | 'mark_order_zhaopianshangse'
        | 'mark_order_yiCunZhao'
        | 'mark_order_vip'
        | 'mark_order_id_photo'
        | 'mark_order_photo_restore';
      readonly on_shelf: boolean;
      readonly description?: string;
      readonly picture?: string;
      readonly title_en?: string;
      readonly summary_en?: string;
      readonly description_en?: string;
      readonly title_zh?: string;
      readonly summary_zh?: string;
      readonly description_zh?: string;
      readonly member_price?: number;
      readonly version?: string;
    };
    readonly answer: {
      readonly id: number;
      readonly title: string;
      readonly summary: string;
      readonly description: string;
      readonly title_en: string;
      readonly summary_en: string;
      readonly description_en: string;
      readonly title_zh: string;
      readonly summary_zh: string;
      readonly description_zh: string;
      readonly icon: string;
      readonly picture: string;
      readonly price: number;
      readonly member_price: number | null;
      readonly sort: number;
      readonly funct_name: string;
      readonly on_shelf: boolean;
      readonly version: string;
    };
  };
  readonly console_import_goods: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: {
      readonly goods: readonly {
        readonly id?: number;
        readonly title: string;
        readonly summary: string;
        readonly icon: string;
        readonly price: number;
        readonly sort?: number;
        readonly funct_name:
          | 'mark_order_zhaopianshangse'
          | 'mark_order_yiCunZhao'
          | 'mark_order_vip'
          | 'mark_order_id_photo'
          | 'mark_order_photo_restore';
        readonly on_shelf: boolean;
        readonly description?: string;
        readonly picture?: string;
        readonly title_en?: string;
        readonly summary_en?: string;
        readonly description_en?: string;
        readonly title_zh?: string;
        readonly summary_zh?: string;
        readonly description_zh?: string;
        readonly member_price?: number;
        readonly version?: string;
      }[];
      readonly check_only?: boolean;
    };
    readonly answer: {
      readonly added: number;
      readonly changed: number;
      readonly unchanged: number;
    };
  };
  readonly console_order_goods: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: {
      readonly ids: readonly number[];
    };
    readonly answer: {
      readonly goods: readonly {
        readonly id: number;
        readonly title: string;
        readonly summary: string;
        readonly description: string;
        readonly title_en: string;
        readonly summary_en: string;
        readonly description_en: string;
        readonly title_zh: string;
        readonly summary_zh: string;
        readonly description_zh: string;
        readonly icon: string;
        readonly picture: string;
        readonly price: number;
        readonly member_price: number | null;
        readonly sort: number;
        readonly funct_name: string;
        readonly on_shelf: boolean;
        readonly version: string;
      }[];
    };
  };
  readonly console_list_documents: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: undefined;
    readonly answer: {
      readonly documents: readonly {
        readonly id: string;
        readonly on_sale: boolean;
        readonly origin: 'shipped' | 'changed' | 'own';
        readonly version: number | null;
        readonly rule: Readonly<Record<string, unknown>>;
      }[];
    };
  };
  readonly console_change_document: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: {
      readonly on_sale: boolean;
      readonly seen_version?: number;
      readonly rule?: string;
      readonly restore?: boolean;
    };
    readonly answer: {
      readonly id: string;
      readonly on_sale: boolean;
      readonly origin: 'shipped' | 'changed' | 'own';
      readonly version: number | null;
      readonly rule: Readonly<Record<string, unknown>>;
    };
  };
  readonly console_preview_document: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: {
      readonly rule: string;
    };
    readonly answer: {
      readonly reason: string | null;
      readonly preview: string | null;
      readonly report: readonly {
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
    };
  };
  readonly console_list_settings: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: undefined;
    readonly answer: {
      readonly settings: readonly {
        readonly name:
          | 'shop_name'
          | 'logo'
          | 'accent'
          | 'contact'
          | 'company'
          | 'terms_url'
          | 'privacy_url'
          | 'orders_open'
          | 'closed_note_en'
          | 'closed_note_zh'
          | 'face_consent'
          | 'face_consent_en'
          | 'face_consent_zh'
          | 'upload_kept_hours'
          | 'result_kept_days'
          | 'member_result_kept_days'
          | 'unpaid_orders_kept_days'
          | 'source_type_colourised'
          | 'source_type_restored'
          | 'source_type_id_photo'
          | 'ai_label_colourised'
          | 'ai_label_restored'
          | 'ai_label_id_photo'
          | 'ai_producer';
        readonly value: string | number | boolean;
        readonly source: 'console' | 'environment' | 'built_in';
        readonly fallback: string | number | boolean;
        readonly variable: string | null;
        readonly changed_by: string | null;
        readonly changed_at: string | null;
      }[];
      readonly version: string;
    };
  };
  readonly console_change_settings: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: {
      readonly shop_name?: string;
      readonly logo?: string;
      readonly accent?: string;
      readonly contact?: string;
      readonly company?: string;
      readonly terms_url?: string;
      readonly privacy_url?: string;
      readonly orders_open?: boolean;
      readonly closed_note_en?: string;
      readonly closed_note_zh?: string;
      readonly face_consent?: boolean;
      readonly face_consent_en?: string;
      readonly face_consent_zh?: string;
      readonly upload_kept_hours?: number;
      readonly result_kept_days?: number;
      readonly member_result_kept_days?: number;
      readonly unpaid_orders_kept_days?: number;
      readonly source_type_colourised?:
        | 'none'
        | 'algorithmicallyEnhanced'
        | 'compositeWithTrainedAlgorithmicMedia'
        | 'trainedAlgorithmicMedia';
      readonly source_type_restored?:
        | 'none'
        | 'algorithmicallyEnhanced'
        | 'compositeWithTrainedAlgorithmicMedia'
        | 'trainedAlgorithmicMedia';
      readonly source_type_id_photo?:
        | 'none'
        | 'algorithmicallyEnhanced'
        | 'compositeWithTrainedAlgorithmicMedia'
        | 'trainedAlgorithmicMedia';
      readonly ai_label_colourised?: boolean;
      readonly ai_label_restored?: boolean;
      readonly ai_label_id_photo?: boolean;
      readonly ai_producer?: string;
      readonly reset?: readonly string[];
      readonly version?: string;
    };
    readonly answer: {
      readonly settings: readonly {
        readonly name:
          | 'shop_name'
          | 'logo'
          | 'accent'
          | 'contact'
          | 'company'
          | 'terms_url'
          | 'privacy_url'
          | 'orders_open'
          | 'closed_note_en'
          | 'closed_note_zh'
          | 'face_consent'
          | 'face_consent_en'
          | 'face_consent_zh'
          | 'upload_kept_hours'
          | 'result_kept_days'
          | 'member_result_kept_days'
          | 'unpaid_orders_kept_days'
          | 'source_type_colourised'
          | 'source_type_restored'
          | 'source_type_id_photo'
          | 'ai_label_colourised'
          | 'ai_label_restored'
          | 'ai_label_id_photo'
          | 'ai_producer';
        readonly value: string | number | boolean;
        readonly source: 'console' | 'environment' | 'built_in';
        readonly fallback: string | number | boolean;
        readonly variable: string | null;
        readonly changed_by: string | null;
        readonly changed_at: string | null;
      }[];
      readonly version: string;
    };
  };
  readonly console_list_jobs: {
    readonly query: {
      readonly trouble?: 'dead' | 'stuck';
      readonly kind?:
        | 'process_order'
        | 'remake_picture'
        | 'check_payment'
        | 'close_payment'
        | 'refund_payment'
        | 'report_delivery'
        | 'send_ready_message'
        | 'send_email'
        | 'deliver_event'
        | 'remove_file'
        | 'expire_orders'
        | 'purge_files'
        | 'purge_icons'
        | 'forget_again'
        | 'reconcile_day'
        | 'fetch_disputes'
        | 'audit_money'
        | 'release_webhooks';
      readonly before?: string;
      readonly limit?: number;
    };
    readonly body: undefined;
    readonly answer: {
      readonly jobs: readonly {
        readonly id: number;
        readonly kind: string;
        readonly key: string | null;
        readonly trouble: 'dead' | 'lease_ended' | 'overdue' | null;
        readonly state: 'ready' | 'running' | 'dead';
        readonly attempts: number;
        readonly attempts_max: number;
        readonly created_at: string;
        readonly run_at: string;
        readonly due_at: string;
        readonly last_error: string | null;
        readonly request_id: string | null;
        readonly order_id: number | null;
        readonly order_no: string | null;
        readonly can_retry: boolean;
        readonly can_discard: boolean;
      }[];
      readonly before: string | null;
    };
  };
  readonly console_retry_job: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: undefined;
    readonly answer: {
      readonly retried: number;
    };
  };
  readonly console_retry_all_jobs: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: {
      readonly kind?:
        | 'process_order'
        | 'remake_picture'
        | 'check_payment'
        | 'close_payment'
        | 'refund_payment'
        | 'report_delivery'
        | 'send_ready_message'
        | 'send_email'
        | 'deliver_event'
        | 'remove_file'
        | 'expire_orders'
        | 'purge_files'
        | 'purge_icons'
        | 'forget_again'
        | 'reconcile_day'
        | 'fetch_disputes'
        | 'audit_money'
        | 'release_webhooks';
      readonly before?: string;
    };
    readonly answer: {
      readonly retried: number;
      readonly left: number;
      readonly before: string | null;
    };
  };
  readonly console_discard_job: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: {
      readonly reason: string;
    };
    readonly answer: undefined;
  };
  readonly console_money: {
    readonly query: {
      readonly from: string;
      readonly to: string;
    };
    readonly body: undefined;
    readonly answer: {
      readonly from: string;
      readonly to: string;
      readonly time_zone: string;
      readonly days: readonly {
        readonly day: string | null;
        readonly provider: string;
        readonly currency: string;
        readonly takings: number;
        readonly takings_count: number;
        readonly surplus: number;
        readonly surplus_count: number;
        readonly refunds: number;
        readonly refunds_count: number;
        readonly surplus_returned: number;
        readonly surplus_returned_count: number;
        readonly settled: number;
        readonly settled_count: number;
        readonly open: number;
        readonly open_count: number;
      }[];
      readonly totals: readonly {
        readonly day: string | null;
        readonly provider: string;
        readonly currency: string;
        readonly takings: number;
        readonly takings_count: number;
        readonly surplus: number;
        readonly surplus_count: number;
        readonly refunds: number;
        readonly refunds_count: number;
        readonly surplus_returned: number;
        readonly surplus_returned_count: number;
        readonly settled: number;
        readonly settled_count: number;
        readonly open: number;
        readonly open_count: number;
      }[];
      readonly refused_notifications: readonly {
        readonly provider: string;
        readonly code: 'signature' | 'timestamp' | 'probe' | 'malformed' | 'recipient' | 'replay';
        readonly times: number;
        readonly last_at: string;
        readonly last_why: string;
      }[];
      readonly open_differences: number;
      readonly open_refunds: readonly {
        readonly currency: string;
        readonly amount: number;
        readonly count: number;
      }[];
    };
  };
  readonly console_money_csv: {
    readonly query: {
      readonly from: string;
      readonly to: string;
    };
    readonly body: undefined;
    readonly answer: string;
  };
  readonly console_report_problem: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: {
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
    };
    readonly answer: {
      readonly id: number;
      readonly order_no: string;
      readonly user_id: number;
      readonly goods_id: number;
      readonly good_title: string;
      readonly funct_name: string;
      readonly price: number;
      readonly currency: string;
      readonly status: 'wait_pay' | 'pay' | 'cancal' | 'wait_refund' | 'refund';
      readonly deal_status: 'init' | 'ing' | 'done' | 'fail';
      readonly version: number;
      readonly created_at: string;
      readonly paid_at: string | null;
      readonly refund_state: string | null;
      readonly refundable: number;
      readonly owned_by: 'guest' | 'user';
      readonly from_user_id: number | null;
      readonly details: Readonly<Record<string, unknown>>;
      readonly expires_at: string;
      readonly cancelled_at: string | null;
      readonly cancelled_by: string | null;
      readonly fail_reason: string | null;
      readonly fail_sentence: string | null;
      readonly result_until: string | null;
      readonly user: {
        readonly id: number;
        readonly kind: 'guest' | 'user';
        readonly issuer: string | null;
        readonly subject: string | null;
        readonly member_until: string | null;
        readonly erased_at: string | null;
      };
      readonly email: string | null;
      readonly input: {
        readonly url: string;
        readonly width: number;
        readonly height: number;
      } | null;
      readonly result: {
        readonly url: string;
      } | null;
      readonly payments: readonly {
        readonly id: number;
        readonly payment_no: string;
        readonly provider: string;
        readonly channel: string;
        readonly amount: number;
        readonly joint_amount: number | null;
        readonly currency: string;
        readonly state: string;
        readonly provider_ref: string | null;
        readonly received: number | null;
        readonly received_at: string | null;
        readonly created_at: string;
      }[];
      readonly refunds: readonly {
        readonly id: number;
        readonly refund_no: string;
        readonly purpose: 'order' | 'surplus';
        readonly months: number | null;
        readonly amount: number;
        readonly currency: string;
        readonly reason: string;
        readonly state: string;
        readonly provider: string;
        readonly provider_refund_id: string | null;
        readonly requested_at: string;
        readonly finished_at: string | null;
        readonly failure_code:
          | 'provider_unreachable'
          | 'provider_refused'
          | 'insufficient_balance'
          | 'payer_account_abnormal'
          | 'too_late'
          | 'app_store_only'
          | 'payment_closed'
          | 'unknown_payment'
          | 'exceeds_payment'
          | null;
        readonly last_error: string | null;
        readonly settled_by: string | null;
        readonly provider_done_at: string | null;
        readonly settle_offer: 'settled' | 'requested' | null;
      }[];
      readonly disputes: readonly {
        readonly id: number;
        readonly provider: string;
        readonly dispute_no: string;
        readonly payment_no: string;
        readonly state: 'open' | 'won' | 'lost' | 'closed';
        readonly amount: number | null;
        readonly currency: string | null;
        readonly reason: string;
        readonly opened_at: string;
        readonly changed_at: string;
      }[];
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
        readonly picture: string | null;
        readonly reported_at: string;
        readonly state: 'open' | 'remaking' | 'answered';
        readonly answer: 'reply' | 'remake' | 'refund' | null;
        readonly reply: string | null;
        readonly answered_by: string | null;
        readonly answered_at: string | null;
        readonly remake_error: string | null;
      }[];
      readonly events: readonly {
        readonly event_id: string;
        readonly type: string;
        readonly created_at: string;
        readonly delivered_at: string | null;
        readonly last_error: string | null;
        readonly attempts: number;
      }[];
      readonly jobs: readonly {
        readonly id: number;
        readonly kind: string;
        readonly key: string | null;
        readonly trouble: 'dead' | 'lease_ended' | 'overdue' | null;
        readonly state: 'ready' | 'running' | 'dead';
        readonly attempts: number;
        readonly attempts_max: number;
        readonly created_at: string;
        readonly run_at: string;
        readonly due_at: string;
        readonly last_error: string | null;
        readonly request_id: string | null;
        readonly order_id: number | null;
        readonly order_no: string | null;
        readonly can_retry: boolean;
        readonly can_discard: boolean;
      }[];
      readonly approval: {
        readonly id: number;
        readonly order_id: number;
        readonly order_no: string;
        readonly amount: number;
        readonly months: number | null;
        readonly settled_refund_no: string | null;
        readonly currency: string;
        readonly reason: string;
        readonly requested_by: string;
        readonly requested_at: string;
        readonly state: 'pending' | 'confirmed' | 'rejected';
        readonly decided_by: string | null;
        readonly decided_at: string | null;
        readonly decision_reason: string | null;
      } | null;
      readonly month_refunds: {
        readonly refunded_before: number;
        readonly offers: readonly {
          readonly months: number;
          readonly amount: number;
          readonly needs_approval: boolean;
        }[];
      };
      readonly timeline: readonly {
        readonly at: string;
        readonly kind: 'history' | 'payment' | 'notify' | 'job' | 'refund' | 'event' | 'problem' | 'operator';
        readonly what: string;
        readonly actor: string | null;
        readonly data: Readonly<Record<string, unknown>>;
      }[];
      readonly actions: readonly (
        | 'cancel'
        | 'refund'
        | 'request_refund'
        | 'refund_months'
        | 'confirm_refund'
        | 'reject_refund'
        | 'retry'
        | 'resend_event'
      )[];
    };
  };
  readonly console_reply_to_problem: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: {
      readonly reply: string;
    };
    readonly answer: {
      readonly id: number;
      readonly order_no: string;
      readonly user_id: number;
      readonly goods_id: number;
      readonly good_title: string;
      readonly funct_name: string;
      readonly price: number;
      readonly currency: string;
      readonly status: 'wait_pay' | 'pay' | 'cancal' | 'wait_refund' | 'refund';
      readonly deal_status: 'init' | 'ing' | 'done' | 'fail';
      readonly version: number;
      readonly created_at: string;
      readonly paid_at: string | null;
      readonly refund_state: string | null;
      readonly refundable: number;
      readonly owned_by: 'guest' | 'user';
      readonly from_user_id: number | null;
      readonly details: Readonly<Record<string, unknown>>;
      readonly expires_at: string;
      readonly cancelled_at: string | null;
      readonly cancelled_by: string | null;
      readonly fail_reason: string | null;
      readonly fail_sentence: string | null;
      readonly result_until: string | null;
      readonly user: {
        readonly id: number;
        readonly kind: 'guest' | 'user';
        readonly issuer: string | null;
        readonly subject: string | null;
        readonly member_until: string | null;
        readonly erased_at: string | null;
      };
      readonly email: string | null;
      readonly input: {
        readonly url: string;
        readonly width: number;
        readonly height: number;
      } | null;
      readonly result: {
        readonly url: string;
      } | null;
      readonly payments: readonly {
        readonly id: number;
        readonly payment_no: string;
        readonly provider: string;
        readonly channel: string;
        readonly amount: number;
        readonly joint_amount: number | null;
        readonly currency: string;
        readonly state: string;
        readonly provider_ref: string | null;
        readonly received: number | null;
        readonly received_at: string | null;
        readonly created_at: string;
      }[];
      readonly refunds: readonly {
        readonly id: number;
        readonly refund_no: string;
        readonly purpose: 'order' | 'surplus';
        readonly months: number | null;
        readonly amount: number;
        readonly currency: string;
        readonly reason: string;
        readonly state: string;
        readonly provider: string;
        readonly provider_refund_id: string | null;
        readonly requested_at: string;
        readonly finished_at: string | null;
        readonly failure_code:
          | 'provider_unreachable'
          | 'provider_refused'
          | 'insufficient_balance'
          | 'payer_account_abnormal'
          | 'too_late'
          | 'app_store_only'
          | 'payment_closed'
          | 'unknown_payment'
          | 'exceeds_payment'
          | null;
        readonly last_error: string | null;
        readonly settled_by: string | null;
        readonly provider_done_at: string | null;
        readonly settle_offer: 'settled' | 'requested' | null;
      }[];
      readonly disputes: readonly {
        readonly id: number;
        readonly provider: string;
        readonly dispute_no: string;
        readonly payment_no: string;
        readonly state: 'open' | 'won' | 'lost' | 'closed';
        readonly amount: number | null;
        readonly currency: string | null;
        readonly reason: string;
        readonly opened_at: string;
        readonly changed_at: string;
      }[];
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
        readonly picture: string | null;
        readonly reported_at: string;
        readonly state: 'open' | 'remaking' | 'answered';
        readonly answer: 'reply' | 'remake' | 'refund' | null;
        readonly reply: string | null;
        readonly answered_by: string | null;
        readonly answered_at: string | null;
        readonly remake_error: string | null;
      }[];
      readonly events: readonly {
        readonly event_id: string;
        readonly type: string;
        readonly created_at: string;
        readonly delivered_at: string | null;
        readonly last_error: string | null;
        readonly attempts: number;
      }[];
      readonly jobs: readonly {
        readonly id: number;
        readonly kind: string;
        readonly key: string | null;
        readonly trouble: 'dead' | 'lease_ended' | 'overdue' | null;
        readonly state: 'ready' | 'running' | 'dead';
        readonly attempts: number;
        readonly attempts_max: number;
        readonly created_at: string;
        readonly run_at: string;
        readonly due_at: string;
        readonly last_error: string | null;
        readonly request_id: string | null;
        readonly order_id: number | null;
        readonly order_no: string | null;
        readonly can_retry: boolean;
        readonly can_discard: boolean;
      }[];
      readonly approval: {
        readonly id: number;
        readonly order_id: number;
        readonly order_no: string;
        readonly amount: number;
        readonly months: number | null;
        readonly settled_refund_no: string | null;
        readonly currency: string;
        readonly reason: string;
        readonly requested_by: string;
        readonly requested_at: string;
        readonly state: 'pending' | 'confirmed' | 'rejected';
        readonly decided_by: string | null;
        readonly decided_at: string | null;
        readonly decision_reason: string | null;
      } | null;
      readonly month_refunds: {
        readonly refunded_before: number;
        readonly offers: readonly {
          readonly months: number;
          readonly amount: number;
          readonly needs_approval: boolean;
        }[];
      };
      readonly timeline: readonly {
        readonly at: string;
        readonly kind: 'history' | 'payment' | 'notify' | 'job' | 'refund' | 'event' | 'problem' | 'operator';
        readonly what: string;
        readonly actor: string | null;
        readonly data: Readonly<Record<string, unknown>>;
      }[];
      readonly actions: readonly (
        | 'cancel'
        | 'refund'
        | 'request_refund'
        | 'refund_months'
        | 'confirm_refund'
        | 'reject_refund'
        | 'retry'
        | 'resend_event'
      )[];
    };
  };
  readonly console_remake_picture: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: {
      readonly reply?: string;
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
    };
    readonly answer: {
      readonly id: number;
      readonly order_no: string;
      readonly user_id: number;
      readonly goods_id: number;
      readonly good_title: string;
      readonly funct_name: string;
      readonly price: number;
      readonly currency: string;
      readonly status: 'wait_pay' | 'pay' | 'cancal' | 'wait_refund' | 'refund';
      readonly deal_status: 'init' | 'ing' | 'done' | 'fail';
      readonly version: number;
      readonly created_at: string;
      readonly paid_at: string | null;
      readonly refund_state: string | null;
      readonly refundable: number;
      readonly owned_by: 'guest' | 'user';
      readonly from_user_id: number | null;
      readonly details: Readonly<Record<string, unknown>>;
      readonly expires_at: string;
      readonly cancelled_at: string | null;
      readonly cancelled_by: string | null;
      readonly fail_reason: string | null;
      readonly fail_sentence: string | null;
      readonly result_until: string | null;
      readonly user: {
        readonly id: number;
        readonly kind: 'guest' | 'user';
        readonly issuer: string | null;
        readonly subject: string | null;
        readonly member_until: string | null;
        readonly erased_at: string | null;
      };
      readonly email: string | null;
      readonly input: {
        readonly url: string;
        readonly width: number;
        readonly height: number;
      } | null;
      readonly result: {
        readonly url: string;
      } | null;
      readonly payments: readonly {
        readonly id: number;
        readonly payment_no: string;
        readonly provider: string;
        readonly channel: string;
        readonly amount: number;
        readonly joint_amount: number | null;
        readonly currency: string;
        readonly state: string;
        readonly provider_ref: string | null;
        readonly received: number | null;
        readonly received_at: string | null;
        readonly created_at: string;
      }[];
      readonly refunds: readonly {
        readonly id: number;
        readonly refund_no: string;
        readonly purpose: 'order' | 'surplus';
        readonly months: number | null;
        readonly amount: number;
        readonly currency: string;
        readonly reason: string;
        readonly state: string;
        readonly provider: string;
        readonly provider_refund_id: string | null;
        readonly requested_at: string;
        readonly finished_at: string | null;
        readonly failure_code:
          | 'provider_unreachable'
          | 'provider_refused'
          | 'insufficient_balance'
          | 'payer_account_abnormal'
          | 'too_late'
          | 'app_store_only'
          | 'payment_closed'
          | 'unknown_payment'
          | 'exceeds_payment'
          | null;
        readonly last_error: string | null;
        readonly settled_by: string | null;
        readonly provider_done_at: string | null;
        readonly settle_offer: 'settled' | 'requested' | null;
      }[];
      readonly disputes: readonly {
        readonly id: number;
        readonly provider: string;
        readonly dispute_no: string;
        readonly payment_no: string;
        readonly state: 'open' | 'won' | 'lost' | 'closed';
        readonly amount: number | null;
        readonly currency: string | null;
        readonly reason: string;
        readonly opened_at: string;
        readonly changed_at: string;
      }[];
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
        readonly picture: string | null;
        readonly reported_at: string;
        readonly state: 'open' | 'remaking' | 'answered';
        readonly answer: 'reply' | 'remake' | 'refund' | null;
        readonly reply: string | null;
        readonly answered_by: string | null;
        readonly answered_at: string | null;
        readonly remake_error: string | null;
      }[];
      readonly events: readonly {
        readonly event_id: string;
        readonly type: string;
        readonly created_at: string;
        readonly delivered_at: string | null;
        readonly last_error: string | null;
        readonly attempts: number;
      }[];
      readonly jobs: readonly {
        readonly id: number;
        readonly kind: string;
        readonly key: string | null;
        readonly trouble: 'dead' | 'lease_ended' | 'overdue' | null;
        readonly state: 'ready' | 'running' | 'dead';
        readonly attempts: number;
        readonly attempts_max: number;
        readonly created_at: string;
        readonly run_at: string;
        readonly due_at: string;
        readonly last_error: string | null;
        readonly request_id: string | null;
        readonly order_id: number | null;
        readonly order_no: string | null;
        readonly can_retry: boolean;
        readonly can_discard: boolean;
      }[];
      readonly approval: {
        readonly id: number;
        readonly order_id: number;
        readonly order_no: string;
        readonly amount: number;
        readonly months: number | null;
        readonly settled_refund_no: string | null;
        readonly currency: string;
        readonly reason: string;
        readonly requested_by: string;
        readonly requested_at: string;
        readonly state: 'pending' | 'confirmed' | 'rejected';
        readonly decided_by: string | null;
        readonly decided_at: string | null;
        readonly decision_reason: string | null;
      } | null;
      readonly month_refunds: {
        readonly refunded_before: number;
        readonly offers: readonly {
          readonly months: number;
          readonly amount: number;
          readonly needs_approval: boolean;
        }[];
      };
      readonly timeline: readonly {
        readonly at: string;
        readonly kind: 'history' | 'payment' | 'notify' | 'job' | 'refund' | 'event' | 'problem' | 'operator';
        readonly what: string;
        readonly actor: string | null;
        readonly data: Readonly<Record<string, unknown>>;
      }[];
      readonly actions: readonly (
        | 'cancel'
        | 'refund'
        | 'request_refund'
        | 'refund_months'
        | 'confirm_refund'
        | 'reject_refund'
        | 'retry'
        | 'resend_event'
      )[];
    };
  };
  readonly console_refund_problem: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: {
      readonly reason: string;
      readonly reply?: string;
      readonly months?: number;
      readonly refunded_before?: number;
    };
    readonly answer: {
      readonly id: number;
      readonly order_no: string;
      readonly user_id: number;
      readonly goods_id: number;
      readonly good_title: string;
      readonly funct_name: string;
      readonly price: number;
      readonly currency: string;
      readonly status: 'wait_pay' | 'pay' | 'cancal' | 'wait_refund' | 'refund';
      readonly deal_status: 'init' | 'ing' | 'done' | 'fail';
      readonly version: number;
      readonly created_at: string;
      readonly paid_at: string | null;
      readonly refund_state: string | null;
      readonly refundable: number;
      readonly owned_by: 'guest' | 'user';
      readonly from_user_id: number | null;
      readonly details: Readonly<Record<string, unknown>>;
      readonly expires_at: string;
      readonly cancelled_at: string | null;
      readonly cancelled_by: string | null;
      readonly fail_reason: string | null;
      readonly fail_sentence: string | null;
      readonly result_until: string | null;
      readonly user: {
        readonly id: number;
        readonly kind: 'guest' | 'user';
        readonly issuer: string | null;
        readonly subject: string | null;
        readonly member_until: string | null;
        readonly erased_at: string | null;
      };
      readonly email: string | null;
      readonly input: {
        readonly url: string;
        readonly width: number;
        readonly height: number;
      } | null;
      readonly result: {
        readonly url: string;
      } | null;
      readonly payments: readonly {
        readonly id: number;
        readonly payment_no: string;
        readonly provider: string;
        readonly channel: string;
        readonly amount: number;
        readonly joint_amount: number | null;
        readonly currency: string;
        readonly state: string;
        readonly provider_ref: string | null;
        readonly received: number | null;
        readonly received_at: string | null;
        readonly created_at: string;
      }[];
      readonly refunds: readonly {
        readonly id: number;
        readonly refund_no: string;
        readonly purpose: 'order' | 'surplus';
        readonly months: number | null;
        readonly amount: number;
        readonly currency: string;
        readonly reason: string;
        readonly state: string;
        readonly provider: string;
        readonly provider_refund_id: string | null;
        readonly requested_at: string;
        readonly finished_at: string | null;
        readonly failure_code:
          | 'provider_unreachable'
          | 'provider_refused'
          | 'insufficient_balance'
          | 'payer_account_abnormal'
          | 'too_late'
          | 'app_store_only'
          | 'payment_closed'
          | 'unknown_payment'
          | 'exceeds_payment'
          | null;
        readonly last_error: string | null;
        readonly settled_by: string | null;
        readonly provider_done_at: string | null;
        readonly settle_offer: 'settled' | 'requested' | null;
      }[];
      readonly disputes: readonly {
        readonly id: number;
        readonly provider: string;
        readonly dispute_no: string;
        readonly payment_no: string;
        readonly state: 'open' | 'won' | 'lost' | 'closed';
        readonly amount: number | null;
        readonly currency: string | null;
        readonly reason: string;
        readonly opened_at: string;
        readonly changed_at: string;
      }[];
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
        readonly picture: string | null;
        readonly reported_at: string;
        readonly state: 'open' | 'remaking' | 'answered';
        readonly answer: 'reply' | 'remake' | 'refund' | null;
        readonly reply: string | null;
        readonly answered_by: string | null;
        readonly answered_at: string | null;
        readonly remake_error: string | null;
      }[];
      readonly events: readonly {
        readonly event_id: string;
        readonly type: string;
        readonly created_at: string;
        readonly delivered_at: string | null;
        readonly last_error: string | null;
        readonly attempts: number;
      }[];
      readonly jobs: readonly {
        readonly id: number;
        readonly kind: string;
        readonly key: string | null;
        readonly trouble: 'dead' | 'lease_ended' | 'overdue' | null;
        readonly state: 'ready' | 'running' | 'dead';
        readonly attempts: number;
        readonly attempts_max: number;
        readonly created_at: string;
        readonly run_at: string;
        readonly due_at: string;
        readonly last_error: string | null;
        readonly request_id: string | null;
        readonly order_id: number | null;
        readonly order_no: string | null;
        readonly can_retry: boolean;
        readonly can_discard: boolean;
      }[];
      readonly approval: {
        readonly id: number;
        readonly order_id: number;
        readonly order_no: string;
        readonly amount: number;
        readonly months: number | null;
        readonly settled_refund_no: string | null;
        readonly currency: string;
        readonly reason: string;
        readonly requested_by: string;
        readonly requested_at: string;
        readonly state: 'pending' | 'confirmed' | 'rejected';
        readonly decided_by: string | null;
        readonly decided_at: string | null;
        readonly decision_reason: string | null;
      } | null;
      readonly month_refunds: {
        readonly refunded_before: number;
        readonly offers: readonly {
          readonly months: number;
          readonly amount: number;
          readonly needs_approval: boolean;
        }[];
      };
      readonly timeline: readonly {
        readonly at: string;
        readonly kind: 'history' | 'payment' | 'notify' | 'job' | 'refund' | 'event' | 'problem' | 'operator';
        readonly what: string;
        readonly actor: string | null;
        readonly data: Readonly<Record<string, unknown>>;
      }[];
      readonly actions: readonly (
        | 'cancel'
        | 'refund'
        | 'request_refund'
        | 'refund_months'
        | 'confirm_refund'
        | 'reject_refund'
        | 'retry'
        | 'resend_event'
      )[];
    };
  };
  readonly console_list_bills: {
    readonly query: {
      readonly from: string;
      readonly to: string;
    };
    readonly body: undefined;
    readonly answer: {
      readonly bills: readonly {
        readonly provider: string;
        readonly day: string;
        readonly state: 'waiting' | 'fetched' | 'compared' | 'given_up';
        readonly next_try_at: string;
        readonly tries: number;
        readonly last_error: string | null;
        readonly fetched_at: string | null;
        readonly foreign_rows: number;
        readonly totals: readonly {
          readonly currency: string;
          readonly payments: number;
          readonly payments_count: number;
          readonly refunds: number;
          readonly refunds_count: number;
          readonly fees: number | null;
        }[];
        readonly open_differences: number;
      }[];
    };
  };
  readonly console_fetch_bill: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: {
      readonly provider: string;
      readonly day: string;
    };
    readonly answer: undefined;
  };
  readonly console_list_differences: {
    readonly query: {
      readonly state?: 'open' | 'resolved';
      readonly before?: string;
      readonly limit?: number;
    };
    readonly body: undefined;
    readonly answer: {
      readonly differences: readonly {
        readonly id: number;
        readonly provider: string;
        readonly day: string;
        readonly kind: 'payment' | 'refund';
        readonly number: string;
        readonly payment_no: string | null;
        readonly provider_ref: string | null;
        readonly order_id: number | null;
        readonly order_no: string | null;
        readonly type: 'unknown_to_us' | 'unknown_to_provider' | 'amount' | 'state';
        readonly billed_amount: number | null;
        readonly billed_currency: string | null;
        readonly billed_state: 'done' | 'pending' | 'failed' | null;
        readonly own_amount: number | null;
        readonly own_currency: string | null;
        readonly own_state: 'done' | 'pending' | 'failed' | 'open' | null;
        readonly remedy: 'apply_payment' | 'refund_payment' | 'retry_refund' | 'look';
        readonly found_at: string;
        readonly remedied_at: string | null;
        readonly remedied_by: string | null;
        readonly resolution: 'agreed' | 'operator' | null;
        readonly resolved_at: string | null;
        readonly resolved_by: string | null;
        readonly reason: string | null;
      }[];
      readonly before: string | null;
    };
  };
  readonly console_apply_remedy: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: {
      readonly reason: string;
      readonly remedy?: 'apply_payment' | 'refund_payment' | 'retry_refund' | 'look';
    };
    readonly answer: {
      readonly id: number;
      readonly provider: string;
      readonly day: string;
      readonly kind: 'payment' | 'refund';
      readonly number: string;
      readonly payment_no: string | null;
      readonly provider_ref: string | null;
      readonly order_id: number | null;
      readonly order_no: string | null;
      readonly type: 'unknown_to_us' | 'unknown_to_provider' | 'amount' | 'state';
      readonly billed_amount: number | null;
      readonly billed_currency: string | null;
      readonly billed_state: 'done' | 'pending' | 'failed' | null;
      readonly own_amount: number | null;
      readonly own_currency: string | null;
      readonly own_state: 'done' | 'pending' | 'failed' | 'open' | null;
      readonly remedy: 'apply_payment' | 'refund_payment' | 'retry_refund' | 'look';
      readonly found_at: string;
      readonly remedied_at: string | null;
      readonly remedied_by: string | null;
      readonly resolution: 'agreed' | 'operator' | null;
      readonly resolved_at: string | null;
      readonly resolved_by: string | null;
      readonly reason: string | null;
    };
  };
  readonly console_resolve_difference: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: {
      readonly reason: string;
    };
    readonly answer: {
      readonly id: number;
      readonly provider: string;
      readonly day: string;
      readonly kind: 'payment' | 'refund';
      readonly number: string;
      readonly payment_no: string | null;
      readonly provider_ref: string | null;
      readonly order_id: number | null;
      readonly order_no: string | null;
      readonly type: 'unknown_to_us' | 'unknown_to_provider' | 'amount' | 'state';
      readonly billed_amount: number | null;
      readonly billed_currency: string | null;
      readonly billed_state: 'done' | 'pending' | 'failed' | null;
      readonly own_amount: number | null;
      readonly own_currency: string | null;
      readonly own_state: 'done' | 'pending' | 'failed' | 'open' | null;
      readonly remedy: 'apply_payment' | 'refund_payment' | 'retry_refund' | 'look';
      readonly found_at: string;
      readonly remedied_at: string | null;
      readonly remedied_by: string | null;
      readonly resolution: 'agreed' | 'operator' | null;
      readonly resolved_at: string | null;
      readonly resolved_by: string | null;
      readonly reason: string | null;
    };
  };
  readonly console_health: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: undefined;
    readonly answer: {
      readonly version: string;
      readonly database: 'sqlite' | 'postgres';
      readonly started_at: string;
      readonly now: string;
      readonly disk: {
        readonly total_bytes: number;
        readonly free_bytes: number;
      };
      readonly clock: {
        readonly stepped_ms: number;
        readonly deadlines_held_ms: number;
      };
      readonly image_protections: {
        readonly active: readonly (
          | 'permission_model'
          | 'own_user'
          | 'no_new_privileges'
          | 'no_network'
          | 'private_files'
        )[];
        readonly missing: readonly (
          | 'permission_model'
          | 'own_user'
          | 'no_new_privileges'
          | 'no_network'
          | 'private_files'
        )[];
        readonly reason: string | null;
      };
      readonly queues: readonly {
        readonly kind: string;
        readonly ready: number;
        readonly running: number;
        readonly dead: number;
        readonly oldest_due_age_ms: number;
      }[];
      readonly workers: readonly {
        readonly id: string;
        readonly host: string;
        readonly version: string;
        readonly started_at: string;
        readonly seen_at: string;
        readonly alive: boolean;
      }[];
      readonly processing: readonly {
        readonly kind: string;
        readonly done: number;
        readonly failed: number;
        readonly p50_ms: number | null;
        readonly p95_ms: number | null;
      }[];
      readonly providers: readonly {
        readonly name: string;
        readonly running: number;
        readonly calls: number;
        readonly errors: number;
        readonly refusals: number;
        readonly median_ms: number | null;
        readonly slowest_ms: number | null;
        readonly operations: readonly {
          readonly operation:
            | 'open'
            | 'query'
            | 'close'
            | 'refund'
            | 'query_refund'
            | 'report_delivery'
            | 'list_disputes'
            | 'query_dispute'
            | 'fetch_bill'
            | 'check_access';
          readonly calls: number;
          readonly errors: number;
          readonly refusals: number;
          readonly median_ms: number | null;
          readonly slowest_ms: number | null;
        }[];
        readonly last_error: {
          readonly operation:
            | 'open'
            | 'query'
            | 'close'
            | 'refund'
            | 'query_refund'
            | 'report_delivery'
            | 'list_disputes'
            | 'query_dispute'
            | 'fetch_bill'
            | 'check_access';
          readonly outcome: 'unreachable' | 'failed';
          readonly at: string;
          readonly words: string | null;
        } | null;
      }[];
    };
  };
  readonly console_webhook_endpoints: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: undefined;
    readonly answer: {
      readonly endpoints: readonly {
        readonly id: number;
        readonly origin: 'environment' | 'console';
        readonly url: string;
        readonly events: readonly string[];
        readonly state: 'active' | 'paused' | 'off';
        readonly off_reason: string | null;
        readonly state_since: string;
        readonly failing_since: string | null;
        readonly former_secret_until: string | null;
        readonly created_at: string;
        readonly version: string;
      }[];
      readonly event_types: readonly string[];
    };
  };
  readonly console_add_webhook_endpoint: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: {
      readonly url: string;
      readonly events?: readonly (
        | 'order.created'
        | 'order.paid'
        | 'order.cancelled'
        | 'order.processing'
        | 'order.done'
        | 'order.failed'
        | 'order.remade'
        | 'refund.requested'
        | 'refund.done'
        | 'refund.failed'
        | 'membership.extended'
        | 'payment.disputed'
        | 'problem.reported'
        | 'problem.answered'
        | 'reconciliation.difference'
      )[];
    };
    readonly answer: {
      readonly endpoint: {
        readonly id: number;
        readonly origin: 'environment' | 'console';
        readonly url: string;
        readonly events: readonly string[];
        readonly state: 'active' | 'paused' | 'off';
        readonly off_reason: string | null;
        readonly state_since: string;
        readonly failing_since: string | null;
        readonly former_secret_until: string | null;
        readonly created_at: string;
        readonly version: string;
      };
      readonly secret: string;
    };
  };
  readonly console_change_webhook_endpoint: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: {
      readonly url: string;
      readonly events?: readonly (
        | 'order.created'
        | 'order.paid'
        | 'order.cancelled'
        | 'order.processing'
        | 'order.done'
        | 'order.failed'
        | 'order.remade'
        | 'refund.requested'
        | 'refund.done'
        | 'refund.failed'
        | 'membership.extended'
        | 'payment.disputed'
        | 'problem.reported'
        | 'problem.answered'
        | 'reconciliation.difference'
      )[];
      readonly version?: string;
    };
    readonly answer: {
      readonly id: number;
      readonly origin: 'environment' | 'console';
      readonly url: string;
      readonly events: readonly string[];
      readonly state: 'active' | 'paused' | 'off';
      readonly off_reason: string | null;
      readonly state_since: string;
      readonly failing_since: string | null;
      readonly former_secret_until: string | null;
      readonly created_at: string;
      readonly version: string;
    };
  };
  readonly console_remove_webhook_endpoint: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: undefined;
    readonly answer: undefined;
  };
  readonly console_rotate_webhook_secret: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: undefined;
    readonly answer: {
      readonly endpoint: {
        readonly id: number;
        readonly origin: 'environment' | 'console';
        readonly url: string;
        readonly events: readonly string[];
        readonly state: 'active' | 'paused' | 'off';
        readonly off_reason: string | null;
        readonly state_since: string;
        readonly failing_since: string | null;
        readonly former_secret_until: string | null;
        readonly created_at: string;
        readonly version: string;
      };
      readonly secret: string;
    };
  };
  readonly console_pause_webhook_endpoint: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: undefined;
    readonly answer: {
      readonly id: number;
      readonly origin: 'environment' | 'console';
      readonly url: string;
      readonly events: readonly string[];
      readonly state: 'active' | 'paused' | 'off';
      readonly off_reason: string | null;
      readonly state_since: string;
      readonly failing_since: string | null;
      readonly former_secret_until: string | null;
      readonly created_at: string;
      readonly version: string;
    };
  };
  readonly console_resume_webhook_endpoint: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: undefined;
    readonly answer: {
      readonly id: number;
      readonly origin: 'environment' | 'console';
      readonly url: string;
      readonly events: readonly string[];
      readonly state: 'active' | 'paused' | 'off';
      readonly off_reason: string | null;
      readonly state_since: string;
      readonly failing_since: string | null;
      readonly former_secret_until: string | null;
      readonly created_at: string;
      readonly version: string;
    };
  };
  readonly console_test_webhook_endpoint: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: undefined;
    readonly answer: undefined;
  };
  readonly console_webhook_deliveries: {
    readonly query: {
      readonly state?: 'waiting' | 'held' | 'delivered' | 'failed';
      readonly before?: string;
      readonly limit?: number;
    };
    readonly body: undefined;
    readonly answer: {
      readonly deliveries: readonly {
        readonly event_id: string;
        readonly type: string;
        readonly order_id: number | null;
        readonly created_at: string;
        readonly state: 'waiting' | 'held' | 'delivered' | 'failed';
        readonly attempts: number;
        readonly last_attempt_at: string | null;
        readonly last_status: number | null;
        readonly last_error: string | null;
        readonly delivered_at: string | null;
      }[];
      readonly before: string | null;
    };
  };
  readonly console_replay_webhooks: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: {
      readonly event_id?: string;
      readonly from?: string;
      readonly to?: string;
      readonly delivered_too?: boolean;
    };
    readonly answer: {
      readonly events: number;
      readonly more: boolean;
    };
  };
  readonly console_events: {
    readonly query: {
      readonly type?: string;
      readonly from?: string;
      readonly to?: string;
      readonly before?: string;
      readonly limit?: number;
    };
    readonly body: undefined;
    readonly answer: {
      readonly events: readonly {
        readonly event_id: string;
        readonly type: string;
        readonly created_at: string;
        readonly order_id: number | null;
        readonly timestamp: string;
        readonly data: Readonly<Record<string, unknown>>;
      }[];
      readonly before: string | null;
    };
  };
  readonly console_inbox: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: undefined;
    readonly answer: {
      readonly items: readonly {
        readonly topic:
          | 'failed_refund'
          | 'refund_approval'
          | 'dispute'
          | 'problem'
          | 'difference'
          | 'failed_job';
        readonly id: number;
        readonly since: string;
        readonly order_id: number | null;
        readonly order_no: string | null;
        readonly amount: number | null;
        readonly currency: string | null;
        readonly code: string | null;
        readonly words: string | null;
        readonly owner: string | null;
        readonly notes: number;
      }[];
      readonly cut_topics: readonly (
        | 'failed_refund'
        | 'refund_approval'
        | 'dispute'
        | 'problem'
        | 'difference'
        | 'failed_job'
      )[];
    };
  };
  readonly console_assign_inbox_item: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: {
      readonly owner?: string;
      readonly former_owner?: string;
    };
    readonly answer: undefined;
  };
  readonly console_list_notes: {
    readonly query: {
      readonly target_kind:
        | 'order'
        | 'user'
        | 'failed_refund'
        | 'refund_approval'
        | 'dispute'
        | 'problem'
        | 'difference'
        | 'failed_job';
      readonly target_id: number;
      readonly before?: string;
      readonly limit?: number;
    };
    readonly body: undefined;
    readonly answer: {
      readonly notes: readonly {
        readonly id: number;
        readonly operator: string;
        readonly text: string;
        readonly created_at: string;
      }[];
      readonly before: string | null;
    };
  };
  readonly console_add_note: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: {
      readonly target_kind:
        | 'order'
        | 'user'
        | 'failed_refund'
        | 'refund_approval'
        | 'dispute'
        | 'problem'
        | 'difference'
        | 'failed_job';
      readonly target_id: number;
      readonly text: string;
    };
    readonly answer: {
      readonly id: number;
      readonly operator: string;
      readonly text: string;
      readonly created_at: string;
    };
  };
  readonly console_remove_note: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: undefined;
    readonly answer: undefined;
  };
  readonly console_numbers: {
    readonly query: {
      readonly from: string;
      readonly to: string;
    };
    readonly body: undefined;
    readonly answer: {
      readonly time_zone: string;
      readonly now: {
        readonly from: string;
        readonly to: string;
        readonly median_picture_ms: number | null;
        readonly days: readonly {
          readonly day: string;
          readonly sales: readonly {
            readonly good_id: number;
            readonly provider: string;
            readonly channel: string;
            readonly currency: string;
            readonly amount: number;
            readonly count: number;
          }[];
          readonly refunds: readonly {
            readonly good_id: number;
            readonly provider: string;
            readonly channel: string;
            readonly currency: string;
            readonly amount: number;
            readonly count: number;
          }[];
          readonly settled: readonly {
            readonly good_id: number;
            readonly provider: string;
            readonly channel: string;
            readonly currency: string;
            readonly amount: number;
            readonly count: number;
          }[];
          readonly unpaid_deleted: boolean;
          readonly orders: readonly {
            readonly good_id: number;
            readonly placed: number | null;
            readonly paid: number;
            readonly failed: number;
            readonly refunded: number;
          }[];
        }[];
      };
      readonly before: {
        readonly from: string;
        readonly to: string;
        readonly median_picture_ms: number | null;
        readonly days: readonly {
          readonly day: string;
          readonly sales: readonly {
            readonly good_id: number;
            readonly provider: string;
            readonly channel: string;
            readonly currency: string;
            readonly amount: number;
            readonly count: number;
          }[];
          readonly refunds: readonly {
            readonly good_id: number;
            readonly provider: string;
            readonly channel: string;
            readonly currency: string;
            readonly amount: number;
            readonly count: number;
          }[];
          readonly settled: readonly {
            readonly good_id: number;
            readonly provider: string;
            readonly channel: string;
            readonly currency: string;
            readonly amount: number;
            readonly count: number;
          }[];
          readonly unpaid_deleted: boolean;
          readonly orders: readonly {
            readonly good_id: number;
            readonly placed: number | null;
            readonly paid: number;
            readonly failed: number;
            readonly refunded: number;
          }[];
        }[];
      };
      readonly fail_reasons: readonly {
        readonly reason: string;
        readonly count: number;
      }[];
      readonly refund_reasons: readonly {
        readonly reason: string;
        readonly count: number;
      }[];
      readonly goods: readonly {
        readonly id: number;
        readonly title: string;
      }[];
    };
  };
  readonly console_numbers_csv: {
    readonly query: {
      readonly from: string;
      readonly to: string;
    };
    readonly body: undefined;
    readonly answer: string;
  };
  readonly console_add_icon: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: {
      readonly file: Blob;
    };
    readonly answer: {
      readonly icon: string;
      readonly width: number;
      readonly height: number;
    };
  };
  readonly console_add_good_picture: {
    readonly query: Readonly<Record<string, never>>;
    readonly body: {
      readonly file: Blob;
    };
    readonly answer: {
      readonly picture: string;
      readonly width: number;
      readonly height: number;
    };
  };
};
