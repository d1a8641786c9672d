/** The texts of “My orders” in Chinese. */

import type { enMyOrders } from './en-my-orders.ts';

export const zhMyOrders: typeof enMyOrders = {
  noOrders: '还没有订单',
  noOrdersText: '在这个浏览器里下的单都会列在这里。',
  moreOrders: '查看更多',
  ordersNote: '列表保存在这个浏览器里，关掉页面也还在。',
  deviceTitle: '在其他设备上查看订单',
  deviceText: '可以在手机或电脑上打开这份订单列表；也可以存好链接，以防换浏览器后找不到。',
  deviceLinkText: '用另一台设备扫码，或在那台设备上打开链接。',
  deviceLink: '链接',
  deviceCode: '订单二维码',
  deviceWarning: '请妥善保管：拿到链接的人都能看到您的订单和照片。',
  showLink: '显示链接和二维码',
  copyLink: '复制链接',
  copied: '已复制。',
  endAccess: '取消其他设备的访问',
  endAccessTitle: '要取消其他设备的访问吗？',
  endAccessText: '之前生成的链接会全部失效，其他设备不再显示您的订单。本浏览器里的订单不受影响。',
  accessEnded: '现在只有本浏览器能查看您的订单。',
  openLinkTitle: '要在本浏览器显示这些订单吗？',
  openLinkText:
    '请确认这是您自己的链接：打开后，这里会列出对方设备上的订单，之后在本浏览器下的单也会显示在那台设备上。此前在这里下的订单仍会保留。',
  openLink: '显示订单',
  openLinkFailed: '链接已失效',
  openLinkEnded: '访问已被取消，或链接已超过一年。请在另一台设备上重新生成。',
  openLinkMemberTitle: '此浏览器已开通会员',
  openLinkMemberText:
    '如果在这里打开链接，此浏览器的会员将会丢失。请反过来操作：在这里的“我的订单”中生成链接，再到另一台设备上打开。',
  notNow: '暂不',
  myDataTitle: '我的数据',
  myDataText: '本店保存的与您有关的全部内容：订单、照片和成品，打包为一个 ZIP 文件。',
  myDataDownload: '下载我的数据',
  findOrder: '查找订单',
  findOrderText: '凭订单号可以在任何设备上打开订单，请不要告诉别人。',
  findOrderButton: '打开',
};
