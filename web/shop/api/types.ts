/** Answers of the service as the shop reads them (docs/openapi.json), and the shop's own configuration. */

export interface Good {
  readonly id: number;
  readonly title: string;
  readonly summary: string;
  readonly icon: string;
  readonly price: number;
  readonly funct_name: string;
}

export type Status = 'wait_pay' | 'pay' | 'cancal' | 'wait_refund' | 'refund';
export type DealStatus = 'init' | 'ing' | 'done' | 'fail';

export interface Refund {
  readonly amount: number;
  readonly currency: string;
  readonly state: 'requested' | 'pending' | 'done' | 'failed';
  readonly requested_at: string;
  readonly finished_at: string | null;
}

export interface Order {
  readonly id: number;
  readonly goods_id: number;
  readonly create_time: string;
  readonly pay_time: string | null;
  readonly status: Status;
  readonly order_no: string;
  readonly price: number;
  readonly pay_ext_refund_data: Refund | null;
  readonly deal_status: DealStatus;
  readonly funct_name: string;
  readonly deal_result: string | null;
}

export interface OrderPage {
  readonly orders: readonly Order[];
  readonly before: number | null;
}

export interface Vip {
  readonly is_vip: boolean;
  readonly vip_until: string | null;
}

export interface Upload {
  readonly path: string;
  readonly width: number;
  readonly height: number;
}

export type Color = 'blue' | 'red' | 'white';
export const colors: readonly Color[] = ['blue', 'red', 'white'];

/** `GET /shop/config`. */
export interface ShopConfig {
  readonly currency: string;
  readonly time_zone: string;
  readonly providers: readonly { readonly name: string; readonly channels: readonly string[] }[];
  readonly guests_allowed: boolean;
  readonly order_expiry_minutes: number;
  readonly result_kept_days: number;
  readonly member_result_kept_days: number;
  readonly upload_bytes_max: number;
  readonly has_token: boolean;
  readonly photo_check: boolean;
  readonly member_prices: Readonly<Record<string, number>>;
}

/** What kind of order form a good needs; `other`: an operation that this page does not know. */
export type GoodKind = 'colourise' | 'id-photo' | 'sized-id-photo' | 'vip' | 'other';

export function kindOf({ funct_name }: Pick<Good, 'funct_name'>): GoodKind {
  switch (funct_name) {
    case 'mark_order_zhaopianshangse':
      return 'colourise';
    case 'mark_order_yiCunZhao':
      return 'id-photo';
    case 'mark_order_id_photo':
      return 'sized-id-photo';
    case 'mark_order_vip':
      return 'vip';
    default:
      return 'other';
  }
}
