/**
 * The goods of a new shop: the three goods of the specification, on the shelf, and two more, off the shelf: the ID photo
 * of every size and the restoration of old photos. Clients written for the specification cannot order these, because
 * they do not know their operations. Prices are in minor units of the shop's currency.
 */

import type { Good } from './good.ts';

export const defaultCatalogue: readonly Omit<Good, 'id'>[] = [
  {
    title: '照片上色',
    summary: '让黑白老照片重现色彩',
    description: '',
    translations: {},
    icon: '/icons/colourise.svg',
    picture: null,
    priceMinor: 990,
    memberPriceMinor: 490,
    sort: 10,
    functName: 'mark_order_zhaopianshangse',
    onShelf: true,
  },
  {
    title: '一寸照',
    summary: '标准一寸证件照，蓝、红、白底可选',
    description: '',
    translations: {},
    icon: '/icons/id-photo.svg',
    picture: null,
    priceMinor: 690,
    memberPriceMinor: 290,
    sort: 20,
    functName: 'mark_order_yiCunZhao',
    onShelf: true,
  },
  {
    title: '会员',
    summary: '优先处理，会员价，结果保存更久',
    description: '',
    translations: {},
    icon: '/icons/vip.svg',
    picture: null,
    priceMinor: 1990,
    memberPriceMinor: null,
    sort: 30,
    functName: 'mark_order_vip',
    onShelf: true,
  },
  {
    title: '证件照',
    summary: '二寸、签证、考试等各种尺寸，蓝、红、白底可选',
    description: '',
    translations: {},
    icon: '/icons/id-photo.svg',
    picture: null,
    priceMinor: 990,
    memberPriceMinor: 490,
    sort: 40,
    functName: 'mark_order_id_photo',
    onShelf: false,
  },
  {
    title: '老照片修复',
    summary: '修补划痕、裂纹和灰点，恢复褪色，可选上色和放大',
    description: '',
    translations: {},
    icon: '/icons/restore.svg',
    picture: null,
    priceMinor: 1490,
    memberPriceMinor: 790,
    sort: 50,
    functName: 'mark_order_photo_restore',
    onShelf: false,
  },
];
