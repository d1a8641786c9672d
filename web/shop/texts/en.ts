/** The shop's texts in English. `zh.ts` has the same entries, and the compiler checks that it has all of them. */

import { sizeNames } from '../../../src/domain/goods/choice-names.ts';
import { enCamera } from './en-camera.ts';
import { enConsent } from './en-consent.ts';
import { enDocuments } from './en-documents.ts';
import { enEmails } from './en-emails.ts';
import { enMend } from './en-mend.ts';
import { enMyOrders } from './en-my-orders.ts';
import { enPayment } from './en-payment.ts';
import { enProblems } from './en-problems.ts';
import { enRestoration } from './en-restoration.ts';
import { enSeries } from './en-series.ts';

const daysText = (count: number) => (count === 1 ? '1 day' : `${count} days`);

export const en = {
  closed: 'The shop takes no orders at the moment.',
  contact: 'Contact:',
  legal: 'Terms',
  terms: 'Terms and conditions',
  privacyPolicy: 'Privacy policy',
  skip: 'Skip to content',
  myOrders: 'My orders',
  otherLanguage: '中文',
  otherLanguageLabel: '切换到中文',
  loading: 'Loading…',
  again: 'Try again',
  close: 'Close',
  allProducts: 'All products',
  aboutProduct: 'About this product',

  hero: 'Old photos in colour. ID photos in a minute.',
  lead: 'Upload a photo, pay, and watch your picture being made. If it cannot be made, you are refunded automatically.',
  proofBefore: 'An aeroplane on a field, in black and white',
  proofAfter: 'The same photo in colour',
  proofPortrait: (background: string) => `An ID photo, ${background.toLowerCase()}`,
  proofOldSource: 'Coloured by this shop. Photo: Library of Congress, around 1942',
  proofPortraitSource: 'Cut out by this shop. Photo: NASA',
  products: 'Choose a product',
  how: 'How it works',
  steps: [
    ['Upload a photo', 'Take one or choose one. You see at once whether it works.'],
    ['Pay', 'The price you see is the price you pay.'],
    ['Compare and download', 'Most pictures are ready within a minute.'],
  ],
  privacy: 'What happens to your photo',
  privacyText: (days: number) =>
    `Your photo is processed on this shop’s own server and never shared. Location data is removed. Your photo and the finished picture are deleted after ${daysText(days)}.`,
  noProducts: 'There is nothing for sale right now. Please come back later.',
  unknownProduct: 'This product is no longer for sale.',
  otherProduct: 'This product cannot be ordered on this page.',
  signInNeeded: 'Only signed-in customers can order here. Please use this shop’s app.',

  photoStep: 'Your photo',
  drop: 'Drop or paste a photo here',
  pickPhoto: 'Choose a photo',
  takePhoto: 'Take a photo',
  photoLimits: (megabytes: number) => `JPEG, PNG or WebP, up to ${megabytes} MB`,
  otherPhoto: 'Choose another photo',
  inspecting: 'Opening the photo…',
  sending: (percent: number) => `Uploading: ${percent}%`,
  checking: 'Checking the photo…',
  otherSizesWork: (sizes: string) => `This photo works for: ${sizes}.`,
  listComma: ', ',
  photoFine: 'This photo works',
  photoDoubtful: 'This photo can be used, but please read this first',
  photoSent: 'Photo uploaded',
  noPreview: 'Your browser cannot show this format, but we can work with it.',
  smallPhoto: 'This photo is small and may look blurred in print.',
  ...enCamera,
  idTips: ['One person, facing the camera', 'Head and shoulders in view', 'Even light, eyes open'],
  colourTips: [
    'Black-and-white or faded',
    'A scan works better than a photo of a photo',
    'Faces larger than a fingertip',
  ],

  ...enDocuments,
  ...enRestoration,
  ...enMend,

  example: 'Example',
  exampleNote: (size: string, background: string) =>
    `${size}, ${background.toLowerCase()}. The drawing shows the size and position of your head. We find your head, straighten it and replace the background.`,
  preview: 'Preview',
  previewAlt: (background: string) => `Preview of your ID photo, ${background.toLowerCase()}`,
  previewNote: (size: string, background: string) =>
    `${size}, ${background.toLowerCase()}. Your photo will be cropped like this. The finished picture is larger and finer.`,
  colourPreviewAlt: 'Preview of your photo in colour',
  colourPreviewComing: 'Making a preview in colour…',
  colourPreviewNote:
    'A small preview with a watermark. The finished picture has the full size of your photo and no watermark.',
  previewUncorrected: 'White balance and exposure are adjusted in the finished picture only.',
  largePreview: 'View larger',
  largePreviewComing: 'Making a larger preview…',
  largePreviewFailed: 'We could not load the larger preview. Please try again.',
  largePreviewNote: 'A preview with a watermark. The finished photo is larger and has no watermark.',
  result: 'Your picture',

  monthsStep: 'How many months?',
  months: (count: number) => (count === 1 ? '1 month' : `${count} months`),
  fewer: 'One month less',
  more: 'One month more',
  monthsAt: (count: number, price: string) => `${count === 1 ? '1 month' : `${count} months`} × ${price}`,
  memberGains: 'What members get',
  memberFirst: 'Your pictures are made first',
  memberSaves: (product: string, price: string, full: string) => `${product}: ${price} instead of ${full}`,
  memberKept: (days: number, usual: number) => `Pictures kept for ${daysText(days)} instead of ${usual}`,
  memberUntil: (date: string) => `Until ${date}`,
  isMember: 'You are a member',
  memberEnded: (date: string) => `Your membership ended on ${date}.`,
  extend: 'Extend',

  summary: 'Your order',
  toPay: 'Total',
  payWith: 'Pay with',
  order: 'Order and pay',
  ordering: 'Placing your order…',
  photoFirst: 'Choose a photo first.',
  photoOther: 'Choose another photo first.',
  photoWait: 'One moment, your photo is not ready yet.',
  safeMembership:
    'You pay once, and nothing renews by itself. Your months start when you pay, or follow the ones you have.',
  safe: 'You can cancel until we start. If your picture cannot be made, you are refunded automatically.',

  ...enPayment,
  ...enSeries,

  receipt: 'Receipt',
  printReceipt: 'Print receipt',
  product: 'Product',
  orderNo: 'Order number',
  ordered: 'Ordered',
  paid: 'Paid',
  price: 'Price',
  states: {
    waitPay: 'Waiting for payment',
    queued: 'Paid, in the queue',
    working: 'Being made',
    done: 'Ready',
    vipDone: 'Active',
    failed: 'Could not be made',
    cancelled: 'Cancelled',
    refunding: 'Refund on its way',
    refundFailed: 'Refund failed',
    refunded: 'Refunded',
    expired: 'Deleted',
  },
  photoSteps: ['Ordered', 'Paid', 'Being made', 'Ready'],
  membershipSteps: ['Ordered', 'Paid', 'Active'],
  waitPayText: 'Your order is placed. It is processed as soon as you have paid.',
  queue: (place: number) => {
    if (place === 0) return 'You are next.';
    return place === 1 ? 'There is 1 order before yours.' : `There are ${place} orders before yours.`;
  },
  queueUnknown: 'We start in a moment.',
  queueText: 'Paid. Until we start, you can request a refund.',
  workingTitle: 'Your picture is being made',
  workingText:
    'This takes a few seconds. You can close this page: your picture will be waiting under “My orders”.',
  progress: 'Progress',
  doneText: (until: string | null) =>
    until === null
      ? 'Your picture is ready. Download it soon.'
      : `Your picture is ready. Download it soon: it is kept until ${until}.`,
  membershipDoneText:
    'Thank you! Your membership is active in the browser in which you ordered. To use it on another device, make a link there under “My orders”.',
  failedText: 'Your picture could not be made',
  failedMoney: 'You are refunded automatically. There is nothing you need to do.',
  failedTry: 'Try another photo',
  cancelledText:
    'This order is cancelled. Nothing was charged; if a payment still arrives, it is refunded automatically.',
  orderAgain: 'Order again',
  refundingText: (amount: string) => `We are refunding ${amount} the way you paid. This can take a few days.`,
  refundFailedText: (amount: string) =>
    `The payment provider has not made the refund of ${amount} yet. The shop can see this and will sort it out; you can also retry here.`,
  refundByAppStore: (amount: string) =>
    `You paid ${amount} in Apple’s App Store. Only Apple can refund it: sign in at reportaproblem.apple.com, choose “Request a refund” and this purchase.`,
  refundByShop: (amount: string, contact: string | null) =>
    `The payment provider can no longer return ${amount} the way you paid. The shop will pay you in another way: contact ${contact === null ? 'the shop' : `the shop (${contact})`} and give your order number.`,
  refundedText: (amount: string, date: string) => `${amount} was refunded on ${date}, the way you paid.`,
  refundSettledText: (amount: string, date: string) =>
    `The shop returned ${amount} to you on ${date}, in another way than you paid.`,
  expiredText: (days: number, memberDays: number) =>
    `Pictures are kept for ${daysText(days)}, and for ${daysText(memberDays)} for members. This one has been deleted. You can order it again with the same photo.`,
  before: 'Before',
  after: 'After',
  compare: 'Compare before and after',
  yourPhoto: 'Your photo',
  finished: 'Your finished picture',
  download: 'Download',
  larger: 'View full size',
  extras: 'Included with your photo',
  extrasText: 'Download whatever you need at no extra cost.',
  sheets: 'Sheets to print',
  sheetBroken: 'The sheet could not be loaded. Choose the paper again.',
  paperTooSmall: 'This paper is too small for the photo. Choose a larger one.',
  papers: { four_r: '10 × 15 cm', five_inch: '9 × 13 cm', a4: 'A4' },
  sheetAlt: (copies: number) => `Sheet with ${copies === 1 ? '1 photo' : `${copies} photos`}`,
  sheetCopies: (copies: number, paper: string) =>
    `${copies === 1 ? '1 photo' : `${copies} photos`} on ${paper}, with lines to cut along`,
  downloadSheet: 'Download sheet',
  print: 'Print',
  printNote: 'Print at 100%, without scaling (“Actual size”), so that each photo has its exact size.',
  backgrounds: 'Other backgrounds',
  colourMissesRule: (colour: string, document: string) =>
    `With the background “${colour}”, your photo would not meet the rule of “${document}”. Your finished photo meets it.`,
  otherColoursWork: 'You can still choose the other backgrounds.',
  resultBroken: 'The picture could not be loaded.',

  cancel: 'Cancel order',
  cancelTitle: 'Cancel this order?',
  cancelText: 'You have not been charged. If a payment is already on its way, it is refunded automatically.',
  cancelConfirm: 'Cancel order',
  keep: 'Keep order',
  refund: 'Request a refund',
  refundTitle: 'Request a refund?',
  refundText: (amount: string) =>
    `We have not started, so you get the full ${amount} back the way you paid. The order then ends.`,
  refundAgain: 'Retry refund',
  refundAgainTitle: 'Retry the refund?',
  refundAgainText: (amount: string) => `You get the full ${amount} back the way you paid.`,

  ...enConsent,
  ...enMyOrders,
  ...enProblems,
  ...enEmails,

  sandbox: 'This is a test shop. Payments are simulated, and no real money moves.',
  offline: 'You are offline. This page continues when you are back online.',
  unreachable: 'The shop is not responding and may be restarting. This page keeps trying.',
  reload: 'Reload',

  unknownOrder: 'Order not found',
  errorTitle: 'That did not work',
  uploadQuotaUsed: 'Too many photos were uploaded from your network today. Please try again later.',
  tooManyRequests: (seconds: number) =>
    `That was a little fast. Try again in ${seconds === 1 ? '1 second' : `${seconds} seconds`}.`,
  refundErrors: {
    refund_app_store_only:
      'Only Apple can refund this order: sign in at reportaproblem.apple.com, choose “Request a refund” and this purchase.',
    refund_shop_only:
      'The payment provider can no longer return this money. The shop will pay you in another way: contact the shop and give your order number.',
  },
  errors: {
    offline: 'You are offline. Check your connection, then try again.',
    unreachable: 'The shop did not respond. Try again in a moment; you will not pay twice.',
    unavailable: 'The shop is starting or very busy. Try again in a moment; you will not pay twice.',
    too_many_requests: 'That was a little fast. Wait a moment, then try again.',
    request_in_flight: 'We are still working on your request. Wait a moment.',
    unknown_order: 'There is no order with this number, or it belongs to another account. Check the number.',
    unauthenticated: 'Only signed-in customers can order here. Please use this shop’s app.',
    invalid_credential: 'You are no longer signed in. Reload the page.',
    illegal_transition:
      'This is no longer possible, because the order has changed. Reload the page, or order again.',
    payment_provider_failed:
      'The payment provider did not respond. Nothing was charged. Try again, or choose another way to pay.',
    cookies_refused:
      'This browser keeps no cookies of this shop, so you would lose the membership. Nothing was charged. Allow cookies, or open the shop in a tab of its own, then try again.',
    upload_expired: 'Your photo has been deleted, because its storage time is over. Please choose it again.',
    body_too_large: 'This photo is too large. Choose a smaller file.',
    unusable_image: 'This photo does not work. Choose another one.',
    invalid_parameters: 'The shop could not read your order. Reload the page and try again.',
    internal: 'Something went wrong on our side. Try again; you will not pay twice.',
  },
  refusals: {
    unreadable: 'This file cannot be opened. If it was moved or is in a cloud, save it on this device first.',
    not_a_photo: 'This file is not a photo. Choose a JPEG, PNG or WebP file.',
    too_heavy: 'This file is too large. Choose a smaller one, or save it with lower quality.',
    heic: 'This browser cannot open HEIC photos. Save the photo as JPEG first, or upload it from the iPhone that took it.',
    damaged: 'This photo is damaged and cannot be opened. Choose another one, or save it again.',
    too_small: 'This picture is too small. Choose the original photo.',
    too_many_pixels: 'This photo has more than 40 megapixels. Make it smaller, then try again.',
  },
  sizes: sizeNames.en,
};

export type Texts = typeof en;
