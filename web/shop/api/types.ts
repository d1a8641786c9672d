/** The service's responses under the names that the shop uses, and what kind of product a good is. */

import type { Answer, Body } from '../../shared/api/call.ts';

export type Good = Answer<'goods_list'>[number];
export type Order = Answer<'fetch_order'>;
export type Refund = NonNullable<Order['pay_ext_refund_data']>;
export type OrderDetails = Answer<'order_details'>;
export type OrderPage = Answer<'my_orders'>;
export type Vip = Answer<'my_vip'>;
export type ShopConfig = Answer<'shop_config'>;
export type Document = Answer<'document_list'>[number];
export type Damage = NonNullable<Answer<'check_photo'>['damage']>;
/** Where the corners of the preview of an ID photo lie in the photo, as shares of its sides. */
export type Crop = NonNullable<Answer<'check_photo'>['crop']>;
export type ReportLine = Answer<'photo_report'>['lines'][number];
export type Unmeasured = Answer<'photo_report'>['unmeasured'][number];
export type OrderProblem = Answer<'report_problem'>;
export type OrderEmail = Answer<'order_email'>;
export type Paper = Body<'photo_sheet'>['paper'];

export type Color = Body<'photo_color'>['color'];
export const colors: readonly Color[] = ['blue', 'red', 'white'];

/** Which order form a good needs; `other` is an operation that this page does not know. */
export type GoodKind = 'colourise' | 'restore' | 'id-photo' | 'sized-id-photo' | 'vip' | 'other';

export function kindOf({ funct_name }: Pick<Good, 'funct_name'>): GoodKind {
  switch (funct_name) {
    case 'mark_order_zhaopianshangse':
      return 'colourise';
    case 'mark_order_photo_restore':
      return 'restore';
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

/**
 * Whether the good is made from an old photo. The picture then shows all of the photo, so it can be laid over the photo,
 * and it can have many megabytes.
 */
export function isOldPhoto(good: Pick<Good, 'funct_name'>): boolean {
  return ['colourise', 'restore'].includes(kindOf(good));
}
