/** The English texts about several photos that are ordered together. */

import type { OutcomeCounts } from '../series/photo-outcome.ts';
import type { GroupCounts } from '../series/series-progress.ts';

const photosText = (count: number) => (count === 1 ? '1 photo' : `${count} photos`);
const picturesText = (count: number) => (count === 1 ? '1 picture' : `${count} pictures`);

export const enSeries = {
  photos: 'Photos',
  yourPhotos: 'Your photos',
  yourPictures: 'Your pictures',
  severalPhotos: (most: number) => `You can choose up to ${most} photos at once.`,
  seriesPhotos: (count: number) => `Your photos (${count})`,
  photosLeftOut: (most: number, leftOut: number) =>
    `You can order up to ${most} photos at once. The first ${most} are listed; ${photosText(leftOut)} more ${leftOut === 1 ? 'was' : 'were'} left out.`,
  photoNumber: (number: number) => `Photo ${number}`,
  photoWaits: 'Waiting',
  removePhoto: 'Remove',
  removePhotoNamed: (name: string) => `Remove ${name}`,
  addPhotos: 'Add more photos',
  seriesRoom: (count: number) => `You can add ${count} more.`,
  seriesSame: 'Size and background apply to every photo.',
  seriesFull: (most: number) => `These are ${most} photos, the most that you can order at once.`,
  seriesCounts: ({ pending, passed, refused, failed }: OutcomeCounts) => {
    const parts = [
      ...(pending > 0 ? [`${pending} being checked`] : []),
      ...(passed > 0 ? [`${passed} ready to order`] : []),
      ...(refused > 0 ? [`${refused} cannot be used`] : []),
      ...(failed > 0 ? [`${failed} not uploaded`] : []),
    ];
    return `${parts.join(', ')}.`;
  },
  photosWait: (count: number) => `One moment, ${photosText(count)} not checked yet.`,
  photosOther: 'None of these photos can be used. Add other photos.',
  photosAt: (count: number, price: string) => `${photosText(count)} × ${price}`,
  photosNotOrdered: (count: number) => `${photosText(count)} of your list not included`,
  orderPhotos: (count: number, price: string) => `Order ${photosText(count)} – ${price}`,
  safeSeries:
    'If one of the pictures cannot be made, that photo is refunded automatically and you get the others.',

  separatePayments: (provider: string) =>
    `${provider} takes one payment for each photo, so you pay for the photos one after the other.`,
  payNextPhoto: (price: string) => `Pay ${price} for the next photo`,
  oneOrderOnly:
    'This way to pay takes one payment for each photo. Open each photo below and pay there, or choose another way to pay.',
  waitPaySeriesText: (count: number) =>
    count === 1
      ? 'Your order is placed. It is processed as soon as you have paid.'
      : `Your ${count} orders are placed. They are processed as soon as you have paid.`,

  seriesTitle: (count: number) => `${photosText(count)} ordered together`,
  seriesLinkText: (title: string, date: string) =>
    `${title}, ${date}: states, and all pictures in one download`,
  seriesOrders:
    'Each photo is an order of its own. Open it for its order number, and for what else you can do with it.',
  seriesProgress: ({ unpaid, inWork, ready, failed, refunded, ended }: GroupCounts) => {
    const parts = [
      ...(unpaid > 0 ? [`${unpaid} waiting for payment`] : []),
      ...(inWork > 0 ? [`${inWork} being made`] : []),
      ...(ready > 0 ? [`${ready} ready`] : []),
      ...(failed > 0 ? [`${failed} could not be made`] : []),
      ...(refunded > 0 ? [`${refunded} refunded`] : []),
      ...(ended > 0 ? [`${ended} cancelled or deleted`] : []),
    ];
    return `${parts.join(', ')}.`;
  },
  seriesKept: (date: string) => `Download your pictures soon: they are kept until ${date}.`,
  seriesUnknown: (count: number) =>
    `${count === 1 ? '1 order was' : `${count} orders were`} not found, or ${count === 1 ? 'belongs' : 'belong'} to another account.`,
  finishedNumber: (number: number) => `Finished picture ${number}`,

  downloadAll: 'Download all (ZIP)',
  downloadReady: (ready: number, all: number) =>
    `${ready} of ${picturesText(all)} ready. The file contains what is ready now.`,
  downloadingAll: (done: number, all: number) => `Downloading: ${done} of ${picturesText(all)}`,
  downloadedAll: (count: number) => `${picturesText(count)} saved in one ZIP file.`,
  archiveName: 'pictures.zip',
  archiveIncomplete: (missing: number, saved: number) =>
    `${picturesText(missing)} missing in the ZIP file; ${saved} saved`,
  archiveFailed: 'The pictures could not be downloaded',
  archiveAgain: 'Try again, or open the photo below and download it there.',
};
