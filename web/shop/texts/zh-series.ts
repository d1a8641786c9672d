/** The Chinese texts about several photos that are ordered together. */

import type { enSeries } from './en-series.ts';

export const zhSeries: typeof enSeries = {
  photos: '照片',
  yourPhotos: '您的照片',
  yourPictures: '您的成品',
  severalPhotos: (most) => `一次最多可选 ${most} 张。`,
  seriesPhotos: (count) => `您的照片（${count} 张）`,
  photosLeftOut: (most, leftOut) =>
    `一次最多下单 ${most} 张，已列出前 ${most} 张，其余 ${leftOut} 张没有加入。`,
  photoNumber: (number) => `照片 ${number}`,
  photoWaits: '等待中',
  removePhoto: '移除',
  removePhotoNamed: (name) => `移除 ${name}`,
  addPhotos: '再加几张',
  seriesRoom: (count) => `还可以加 ${count} 张。`,
  seriesSame: '尺寸和底色对每张照片都一样。',
  seriesFull: (most) => `已有 ${most} 张，一次最多下单这么多。`,
  seriesCounts: ({ pending, passed, refused, failed }) => {
    const parts = [
      ...(pending > 0 ? [`${pending} 张正在检查`] : []),
      ...(passed > 0 ? [`${passed} 张可以下单`] : []),
      ...(refused > 0 ? [`${refused} 张不能用`] : []),
      ...(failed > 0 ? [`${failed} 张没有传上来`] : []),
    ];
    return `${parts.join('，')}。`;
  },
  photosWait: (count) => `请稍候，还有 ${count} 张照片没有检查完。`,
  photosOther: '这些照片都不能用，请换几张。',
  photosAt: (count, price) => `${count} 张 × ${price}`,
  photosNotOrdered: (count) => `列表中有 ${count} 张不下单`,
  orderPhotos: (count, price) => `下单 ${count} 张 · ${price}`,
  safeSeries: '如有哪张照片做不成，那一张自动退款，其余照常制作。',

  separatePayments: (provider) => `${provider}每次只能付一张照片的款，需要逐张付款。`,
  payNextPhoto: (price) => `去付下一张 ${price}`,
  oneOrderOnly: '这种付款方式每次只能付一张照片的款。请在下面逐张打开付款，或换一种付款方式。',
  waitPaySeriesText: (count) =>
    count === 1 ? '订单已提交，付款后马上处理。' : `${count} 个订单已提交，付款后马上处理。`,

  seriesTitle: (count) => `一起下单的 ${count} 张照片`,
  seriesLinkText: (title, date) => `${title}，${date}：查看进度，一次下载全部成品`,
  seriesOrders: '每张照片都是一个单独的订单：点开可以查看订单号和其他操作。',
  seriesProgress: ({ unpaid, inWork, ready, failed, refunded, ended }) => {
    const parts = [
      ...(unpaid > 0 ? [`${unpaid} 张待付款`] : []),
      ...(inWork > 0 ? [`${inWork} 张制作中`] : []),
      ...(ready > 0 ? [`${ready} 张已完成`] : []),
      ...(failed > 0 ? [`${failed} 张制作失败`] : []),
      ...(refunded > 0 ? [`${refunded} 张已退款`] : []),
      ...(ended > 0 ? [`${ended} 张已取消或删除`] : []),
    ];
    return `${parts.join('，')}。`;
  },
  seriesKept: (date) => `请尽快下载，成品保留到 ${date}。`,
  seriesUnknown: (count) => `有 ${count} 个订单没有找到，或者属于别的账户。`,
  finishedNumber: (number) => `成品 ${number}`,

  downloadAll: '全部下载（ZIP）',
  downloadReady: (ready, all) => `共 ${all} 张，已完成 ${ready} 张。文件里是目前做好的照片。`,
  downloadingAll: (done, all) => `正在下载：${done} / ${all} 张`,
  downloadedAll: (count) => `${count} 张成品已存为一个 ZIP 文件。`,
  archiveName: 'pictures.zip',
  archiveIncomplete: (missing, saved) => `ZIP 文件里缺 ${missing} 张，已存 ${saved} 张`,
  archiveFailed: '成品下载失败',
  archiveAgain: '请重试，或在下面打开这张照片单独下载。',
};
