/** Masked order and payment numbers. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { maskOrderNos, maskPaymentNos, maskPictureFiles } from '../../src/usecases/mask-numbers.ts';
import {
  newEventId,
  newOrderNo,
  newPaymentNo,
  newRefundNo,
  newUploadName,
} from '../../src/usecases/public-ids.ts';
import { fixedRandom } from '../support/fixed-random.ts';

const at = Date.UTC(2026, 10, 22);
const random = fixedRandom();
const orderNo = newOrderNo(at, random);
const paymentNo = newPaymentNo(at, random);

test('every order number in a text is masked, except the part that encodes the time and the last four characters', () => {
  const masked = `${orderNo.slice(0, 9)}…${orderNo.slice(-4)}`;
  assert.equal(maskOrderNos(orderNo), masked);
  assert.equal(
    maskOrderNos(`job process_order/${orderNo}: order ${orderNo} is gone`),
    `job process_order/${masked}: order ${masked} is gone`,
  );
});

test('an order number is masked even if other letters directly precede or follow it', () => {
  for (const text of [`X${orderNo}`, `${orderNo}A`, `order${orderNo}png`]) {
    assert.ok(!maskOrderNos(text).includes(orderNo), text);
  }
});

test('numbers of payments, refunds and events are not masked as order numbers', () => {
  const text = [paymentNo, newRefundNo(at, random), newEventId(at, random)].join(' ');
  assert.equal(maskOrderNos(text), text);
});

test('numbers of digits only, such as those of payments and refunds at WeChat Pay and Alipay, are not masked', () => {
  const text = 'paid as 4200001234202211021234567890, refunded as 50000000382019052709732678859';
  assert.equal(maskOrderNos(text), text);
});

test('payment numbers are masked, numbers of refunds and events are not', () => {
  assert.equal(
    maskPaymentNos(`payment ${paymentNo}`),
    `payment ${paymentNo.slice(0, 10)}…${paymentNo.slice(-4)}`,
  );
  const text = [newRefundNo(at, random), newEventId(at, random)].join(' ');
  assert.equal(maskPaymentNos(text), text);
});

test('names of picture files are hidden, names of icons are not', () => {
  const name = newUploadName(random);
  assert.equal(maskPictureFiles(`uploads/${name}.jpg is gone`), 'uploads/….jpg is gone');
  assert.equal(maskPictureFiles(`/files/results/${name}.jpg`), '/files/results/….jpg');
  assert.equal(maskPictureFiles(`icons/${name}.png`), `icons/${name}.png`);
});
