/**
 * Masks order numbers, payment numbers and names of picture files in texts for operators. The number of a
 * guest's order is the key to the order: a person who has the number can cancel and refund the order and
 * download the result. A masked number shows the last four characters and the part that encodes the time,
 * because the console shows the time of an order anyway. 15 random characters (75 bits) stay hidden.
 */

import { encodedTimeLength, orderNoLength, paymentNoLength, uploadNameLength } from './public-ids.ts';

const digits = '0-9A-HJKMNP-TV-Z';
/**
 * Also matches texts that are longer than an order number, so that a number with characters attached to it is masked
 * too.
 */
const orderNos = new RegExp(`[${digits}]{${orderNoLength},}`, 'g');
/**
 * Numbers of payments and refunds at WeChat Pay and Alipay, by which operators find them there. An order number has a
 * letter, except one of a billion.
 */
const digitsOnly = /^\d+$/;
const paymentNos = new RegExp(`(?<![${digits}])P[${digits}]{${paymentNoLength - 1}}(?![${digits}])`, 'g');

/** Files of photos and results; `newUploadName` makes their names. */
const pictureFiles = new RegExp(`\\b(uploads|results)/[${digits.toLowerCase()}]{${uploadNameLength}}`, 'g');

/** The character that replaces the hidden characters. */
export const maskSign = '…';
const endLength = 4;

export function maskOrderNos(text: string): string {
  return text.replaceAll(orderNos, (number) =>
    digitsOnly.test(number) ? number : masked(number, encodedTimeLength),
  );
}

export function maskPaymentNos(text: string): string {
  return text.replaceAll(paymentNos, (number) => masked(number, 1 + encodedTimeLength));
}

/**
 * Masks the names of picture files. With the path of an upload, anyone can order from the photo and see a
 * preview of it.
 */
export function maskPictureFiles(text: string): string {
  return text.replaceAll(pictureFiles, (_file, folder: string) => `${folder}/${maskSign}`);
}

function masked(number: string, startLength: number): string {
  return number.slice(0, startLength) + maskSign + number.slice(-endLength);
}
