/** The operations of the client API, and the download of a result. */

import { notifyOf } from '../../support/fake-provider.ts';
import { colourise, idPhoto, operator, vip } from '../../support/shop.ts';
import {
  call,
  download,
  endedOrder,
  expiredUpload,
  guest,
  notification,
  paidVip,
  photoOperation,
  photoReportOperation,
  pictureOrder,
  restoreId,
  resultLink,
  sizedIdPhotoId,
  twoUnpaid,
  watch,
  whileInFlight,
} from './client-calls.ts';
import { fileForm, type OperationCases, viewerCredential } from './operation-cases.ts';

const withEmail = (orderNo: string, email = 'ann@example.com') => ({ order_no: orderNo, email });

/** For each operation of the client API, calls that produce its statuses; by `operationId`. */
export const clientCases: Readonly<Record<string, OperationCases>> = {
  shop_config: { success: () => ({ method: 'GET', url: '/shop/config' }), refusals: {} },
  goods_list: { success: () => call('goods_list'), refusals: {} },
  document_list: { success: () => call('document_list'), refusals: {} },
  mark_order_zhaopianshangse: pictureOrder('mark_order_zhaopianshangse', colourise.goodsId, {}),
  mark_order_yiCunZhao: pictureOrder('mark_order_yiCunZhao', idPhoto.goodsId, { color: 'red' }),
  mark_order_id_photo: pictureOrder('mark_order_id_photo', sizedIdPhotoId, {
    color: 'red',
    size: 'two_inch',
  }),
  mark_order_photo_restore: pictureOrder('mark_order_photo_restore', restoreId, { colour: 1 }),
  mark_order_vip: {
    success: () => call('mark_order_vip', { goods_id: vip.goodsId }),
    refusals: {
      request_in_flight: (world) =>
        whileInFlight(world, 'mark_order_vip', call('mark_order_vip', { goods_id: vip.goodsId })),
      invalid_parameters: () => call('mark_order_vip', { goods_id: vip.goodsId, num: 0 }),
    },
  },
  fetch_order: {
    success: async ({ shop }) => call('fetch_order', { order_no: await shop.placeVip() }),
    refusals: {
      unknown_order: () => call('fetch_order', { order_no: 'X' }),
      invalid_parameters: () => call('fetch_order'),
    },
  },
  order_details: {
    success: async ({ shop }) => call('order_details', { order_no: await shop.placeVip() }),
    refusals: {
      unknown_order: () => call('order_details', { order_no: 'X' }),
      invalid_parameters: () => call('order_details'),
    },
  },
  report_problem: {
    success: async (world) => call('report_problem', { order_no: await paidVip(world), reason: 'other' }),
    refusals: {
      forbidden: async (world) =>
        call('report_problem', { order_no: await paidVip(world), reason: 'other' }, viewerCredential),
      unknown_order: () => call('report_problem', { order_no: 'X', reason: 'other' }),
      illegal_transition: async ({ shop }) =>
        call('report_problem', { order_no: await shop.placeVip(), reason: 'other' }),
      request_in_flight: async (world) =>
        whileInFlight(
          world,
          'report_problem',
          call('report_problem', { order_no: await paidVip(world), reason: 'other' }),
        ),
      invalid_parameters: () => call('report_problem', { order_no: 'X', reason: 'bad' }),
    },
  },
  order_problems: {
    success: async (world) => call('order_problems', { order_no: await paidVip(world) }),
    refusals: {
      unknown_order: () => call('order_problems', { order_no: 'X' }),
      invalid_parameters: () => call('order_problems'),
    },
  },
  order_email: {
    success: async ({ shop }) => call('order_email', { order_no: await shop.placeVip() }),
    refusals: {
      unknown_order: () => call('order_email', { order_no: 'X' }),
      invalid_parameters: () => call('order_email'),
    },
  },
  set_order_email: {
    success: async ({ shop }) => call('set_order_email', withEmail(await shop.placeVip())),
    refusals: {
      forbidden: async ({ shop }) =>
        call('set_order_email', withEmail(await shop.placeVip()), viewerCredential),
      unknown_order: () => call('set_order_email', withEmail('X')),
      illegal_transition: async ({ shop }) => {
        const orderNo = await shop.placeVip();
        await shop.service.cancelOrder(operator, orderNo, 'r1');
        return call('set_order_email', withEmail(orderNo));
      },
      invalid_parameters: async ({ shop }) =>
        call('set_order_email', withEmail(await shop.placeVip(), 'not an address')),
    },
  },
  remove_order_email: {
    success: async ({ shop }) => call('remove_order_email', { order_no: await shop.placeVip() }),
    refusals: {
      forbidden: async ({ shop }) =>
        call('remove_order_email', { order_no: await shop.placeVip() }, viewerCredential),
      unknown_order: () => call('remove_order_email', { order_no: 'X' }),
      invalid_parameters: () => call('remove_order_email'),
    },
  },
  my_orders: {
    success: async (world) => call('my_orders', {}, await guest(world)),
    refusals: { invalid_parameters: () => call('my_orders', { limit: 0 }) },
  },
  my_vip: { success: async (world) => call('my_vip', {}, await guest(world)), refusals: {} },
  my_data: { success: async (world) => call('my_data', {}, await guest(world)), refusals: {} },
  login: {
    success: () => call('login', { provider: 'wechat', code: 'code of alice' }),
    refusals: {
      forbidden: () => call('login', { provider: 'wechat', code: 'code of alice' }, viewerCredential),
      invalid_parameters: () => call('login', { provider: 'wechat', code: 'used' }),
      unavailable: () => call('login', { provider: 'wechat', code: 'busy' }),
    },
  },
  guest_token: {
    success: async (world) => call('guest_token', {}, await guest(world)),
    refusals: { forbidden: () => call('guest_token', {}, { authorization: 'Bearer subject.alice' }) },
  },
  end_guest_tokens: {
    success: async (world) => call('end_guest_tokens', {}, await guest(world)),
    refusals: {
      forbidden: () => call('end_guest_tokens', {}, viewerCredential),
      invalid_parameters: () => call('end_guest_tokens', {}, { 'idempotency-key': 'ä' }),
    },
  },
  face_consent: {
    success: () => call('face_consent'),
    refusals: {
      forbidden: () => call('face_consent', { version: 9 }, viewerCredential),
      invalid_parameters: () => call('face_consent', { version: 0 }),
    },
  },
  pay_order: {
    success: async ({ shop }) => call('pay_order', { order_no: await shop.placeVip() }),
    refusals: {
      forbidden: async ({ shop }) => call('pay_order', { order_no: await shop.placeVip() }, viewerCredential),
      unknown_order: () => call('pay_order', { order_no: 'X' }),
      illegal_transition: async (world) => call('pay_order', { order_no: await paidVip(world) }),
      request_in_flight: async (world) =>
        whileInFlight(world, 'pay_order', call('pay_order', { order_no: await world.shop.placeVip() })),
      invalid_parameters: async ({ shop }) =>
        call('pay_order', { order_no: await shop.placeVip(), provider: 'none' }),
      payment_provider_failed: async ({ shop }) => {
        shop.bank.mode = 'down';
        return call('pay_order', { order_no: await shop.placeVip() });
      },
    },
  },
  pay_orders: {
    success: async ({ shop }) => call('pay_orders', { order_nos: await twoUnpaid(shop) }),
    refusals: {
      forbidden: async ({ shop }) =>
        call('pay_orders', { order_nos: await twoUnpaid(shop) }, viewerCredential),
      unknown_order: async ({ shop }) => call('pay_orders', { order_nos: `${await shop.placeVip()},X` }),
      illegal_transition: async (world) =>
        call('pay_orders', { order_nos: `${await world.shop.placeVip()},${await paidVip(world)}` }),
      request_in_flight: async (world) =>
        whileInFlight(world, 'pay_orders', call('pay_orders', { order_nos: await twoUnpaid(world.shop) })),
      invalid_parameters: () => call('pay_orders', { order_nos: Array(21).fill('X').join(',') }),
      payment_provider_failed: async ({ shop }) => {
        shop.bank.mode = 'down';
        return call('pay_orders', { order_nos: await twoUnpaid(shop) });
      },
    },
  },
  cancel_order: {
    success: async ({ shop }) => call('cancel_order', { order_no: await shop.placeVip() }),
    refusals: {
      forbidden: async ({ shop }) =>
        call('cancel_order', { order_no: await shop.placeVip() }, viewerCredential),
      unknown_order: () => call('cancel_order', { order_no: 'X' }),
      illegal_transition: async (world) => call('cancel_order', { order_no: await paidVip(world) }),
      invalid_parameters: () => call('cancel_order'),
    },
  },
  refund_order: {
    success: async ({ shop }) => call('refund_order', { order_no: await shop.paidColourise() }),
    refusals: {
      forbidden: async ({ shop }) =>
        call('refund_order', { order_no: await shop.paidColourise() }, viewerCredential),
      unknown_order: () => call('refund_order', { order_no: 'X' }),
      illegal_transition: async ({ shop }) => call('refund_order', { order_no: await shop.placeVip() }),
      request_in_flight: async (world) =>
        whileInFlight(
          world,
          'refund_order',
          call('refund_order', { order_no: await world.shop.paidColourise() }),
        ),
      invalid_parameters: () => call('refund_order'),
    },
  },
  check_photo: {
    success: async ({ shop }) =>
      call('check_photo', { goods_id: idPhoto.goodsId, path: await shop.upload() }),
    refusals: {
      upload_expired: async (world) =>
        call('check_photo', { goods_id: idPhoto.goodsId, path: await expiredUpload(world) }),
      invalid_parameters: () => call('check_photo', { goods_id: idPhoto.goodsId }),
    },
  },
  photo_color: photoOperation('photo_color', { color: 'red' }),
  photo_sheet: photoOperation('photo_sheet', { paper: 'four_r', color: 'red' }),
  photo_report: photoReportOperation(),
  order_events: {
    success: async (world) => watch(`order_no=${await endedOrder(world)}`),
    otherSuccess: async (world) => watch(`order_no=${await endedOrder(world)}`, { 'last-event-id': '999' }),
    refusals: {
      unknown_order: () => watch('order_no=X'),
      invalid_parameters: () => watch(''),
    },
  },
  ext_upload: {
    success: () => ({ ...call('ext_upload'), ...fileForm('file') }),
    refusals: {
      unusable_image: ({ shop }) => {
        shop.uploadImages.plan = { refused: 'not_an_image' };
        return { ...call('ext_upload'), ...fileForm('file') };
      },
      request_in_flight: async (world) => {
        return whileInFlight(world, 'ext_upload', { ...call('ext_upload'), ...fileForm('file') });
      },
      link_expired: () => {
        const form = { ...call('ext_upload'), ...fileForm('file') };
        return { ...form, headers: { ...form.headers, 'photo-link': 'unknown' } };
      },
      invalid_parameters: () => ({ method: 'POST', url: '/index.php/v1/ext_upload' }),
    },
  },
  create_photo_link: { success: () => call('create_photo_link'), refusals: {} },
  photo_link: {
    success: async ({ shop }) => call('photo_link', { key: (await shop.service.createPhotoLink()).secret }),
    refusals: {
      link_expired: () => call('photo_link', { key: 'unknown' }),
      invalid_parameters: () => call('photo_link'),
    },
  },
  end_photo_link: {
    success: () => call('end_photo_link', { secret: 'unknown' }),
    refusals: { invalid_parameters: () => call('end_photo_link') },
  },
  pay_notify: {
    success: async ({ shop }) => {
      const orderNo = await shop.placeVip();
      await shop.startPayment(orderNo);
      const { headers, body } = shop.bank.pay(await shop.lastPaymentNo(orderNo));
      const signature = headers['x-signature'] ?? '';
      return notification('sandbox', Buffer.from(body), signature);
    },
    refusals: {
      unknown_operation: () =>
        notification('none', notifyOf({ kind: 'forged', code: 'signature', why: '' }).body, ''),
      // The operation accepts every media type, but `json` is none, because it has no subtype.
      unsupported_media_type: () => notification('sandbox', Buffer.from('{}'), '', 'json'),
      invalid_parameters: () => notification('x'.repeat(33), Buffer.from('{}'), ''),
    },
  },
  pay_notify_check: {
    success: () => ({ method: 'GET', url: '/index.php/v1/pay_notify/sandbox?signature=genuine&echostr=42' }),
    refusals: {
      unknown_operation: () => ({ method: 'GET', url: '/index.php/v1/pay_notify/none' }),
      invalid_parameters: () => ({ method: 'GET', url: `/index.php/v1/pay_notify/${'x'.repeat(33)}` }),
    },
  },
  download: {
    success: async (world) => download(await resultLink(world)),
    otherSuccess: async (world) => {
      world.storedFiles.directLinks = true;
      return download(await resultLink(world));
    },
    refusals: {
      unknown_file: () => ({ method: 'GET', url: '/files/results/none.jpg' }),
      invalid_parameters: async (world) => {
        const link = await resultLink(world);
        link.searchParams.set('expires', '9'.repeat(33));
        return download(link);
      },
      link_expired: async (world) => {
        const link = await resultLink(world);
        world.shop.clock.advance(60 * 60_000 + 1);
        return download(link);
      },
    },
  },
};
