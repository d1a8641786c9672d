/**
 * The customer's consent to the processing of faces: it names the version of the text, and is valid until the
 * customer withdraws it or the text changes.
 */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { strFromU8, unzipSync } from 'fflate';
import { builtInConsent } from '../../../src/domain/face-consent.ts';
import { builtInSettings, type ShopSettings } from '../../../src/domain/shop-settings.ts';
import { eraseUser } from '../../../src/usecases/retention/erase-customer.ts';
import { changeShopSettings } from '../../../src/usecases/shop/change-shop-settings.ts';
import { assertProblem } from '../../support/assert-problem.ts';
import { openPglite, openSqlite } from '../../support/databases.ts';
import { headerTokens } from '../../support/deps.ts';
import { multipartBody } from '../../support/http-forms.ts';
import { openShop, operator, type Shop } from '../../support/shop.ts';
import { shopApp } from '../../support/shop-app.ts';

const withTokens = { wrap: (deps: Shop['deps']) => ({ ...deps, tokens: headerTokens }) };
const dayMs = 24 * 60 * 60_000;

function setUp(shop: Shop) {
  const settings = () => ({ ...builtInSettings, ...shop.deps.shopSettings.current() });
  const web = shopApp(shop, {
    storefront: {
      providers: [],
      guestsAllowed: true,
      orderExpiryMs: 0,
      resultKeptMs: 0,
      memberResultKeptMs: 0,
      resultLinkMs: 0,
      emailsOffered: false,
      settings,
    },
  });
  return {
    ...web,
    [Symbol.asyncDispose]: () => web.app.close(),
    async upload(token: string | null) {
      const { headers, payload } = multipartBody([['name="file"; filename="a.jpg"', 'jpeg']]);
      const credential = token === null ? {} : { authorization: `Bearer ${token}` };
      return web.app.inject({
        method: 'POST',
        url: '/v1/ext_upload',
        headers: { ...headers, ...credential },
        payload,
      });
    },
    call: (operation: string, parameters: object = {}, token: string | null = null) =>
      web.call(operation, parameters, token === null ? {} : { authorization: `Bearer ${token}` }),
    change: (values: Partial<ShopSettings>) =>
      changeShopSettings(shop.deps, operator, { values, resets: [], isUnchanged: null }),
    config: async (language = 'en', token: string | null = null) =>
      (
        await web.app.inject({
          url: '/shop/config',
          headers: {
            'accept-language': language,
            ...(token === null ? {} : { authorization: `Bearer ${token}` }),
          },
        })
      ).json().face_consent,
  };
}

async function consentingGuest(web: ReturnType<typeof setUp>, version = 1): Promise<string> {
  const given = await web.call('face_consent', { version });
  assert.equal(given.statusCode, 200, given.body);
  return String(given.headers['x-user-token']);
}

for (const [name, open] of [
  ['SQLite', openSqlite],
  ['PostgreSQL', openPglite],
] as const) {
  test(`while the shop asks for consent, uploads, photo checks and orders of pictures need the consent to the newest text, on ${name}`, async () => {
    await using shop = await openShop({ ...withTokens, open });
    await using web = setUp(shop);
    const early = (await web.upload(null)).json().path;
    await web.change({ face_consent: true });
    const order = (path: string, token: string | null) =>
      web.call('mark_order_zhaopianshangse', { goods_id: 1, path }, token);
    for (const refused of [
      await web.upload(null),
      await order(early, null),
      await web.call('check_photo', { goods_id: 1, path: early }),
    ]) {
      assert.equal(assertProblem(refused, 'forbidden').reason, 'consent_required');
    }
    assert.equal((await web.call('mark_order_vip', { goods_id: 3 })).statusCode, 200);

    const guest = await consentingGuest(web);
    const uploaded = await web.upload(guest);
    assert.equal(uploaded.statusCode, 200, uploaded.body);
    assert.equal((await order(uploaded.json().path, guest)).statusCode, 200);

    await web.change({ face_consent_en: 'New text' });
    assert.equal(assertProblem(await web.upload(guest), 'forbidden').reason, 'consent_required');
    const late = await web.call('face_consent', { version: 1 }, guest);
    assert.equal(assertProblem(late, 'forbidden').reason, 'consent_required');
    const again = await web.call('face_consent', { version: 2 }, guest);
    assert.equal(again.statusCode, 200, again.body);
    assert.equal(again.headers['x-user-token'], undefined);
    assert.equal((await web.upload(guest)).statusCode, 200);

    await web.change({ face_consent: false });
    assert.equal((await web.upload(null)).statusCode, 200);
  });

  test(`a consent is stored with its version and time, a repeated consent stores nothing, and a withdrawal ends the consent, on ${name}`, async () => {
    await using shop = await openShop({ ...withTokens, open });
    await using web = setUp(shop);
    await web.change({ face_consent: true });
    const givenAt = shop.clock.now();
    const guest = await consentingGuest(web);
    const userId = Number(guest.split('.')[1]);
    shop.clock.advance(1000);
    await web.call('face_consent', { version: 1 }, guest);
    const records = () => shop.store.read.consents.ofUser(userId);
    assert.deepEqual(await records(), [{ version: 1, givenAt, withdrawnAt: null, ...builtInConsent }]);

    const withdrawn = await web.call('face_consent', { withdraw: 1 }, guest);
    assert.equal(withdrawn.json().given_at, null);
    assert.deepEqual((await records())[0]?.withdrawnAt, givenAt + 1000);
    assertProblem(await web.upload(guest), 'forbidden');
    await web.call('face_consent', { version: 1 }, guest);
    assert.deepEqual(
      (await records()).map(({ withdrawnAt }) => withdrawnAt),
      [givenAt + 1000, null],
    );
  });

  test(`the download of my data contains the consents with their texts, and an erasure deletes them, on ${name}`, async () => {
    await using shop = await openShop({ ...withTokens, open });
    await using web = setUp(shop);
    await web.change({ face_consent: true, face_consent_zh: '本店的文本' });
    const guest = await consentingGuest(web);
    const userId = Number(guest.split('.')[1]);
    const zip = await web.call('my_data', {}, guest);
    const facts = JSON.parse(
      strFromU8(unzipSync(new Uint8Array(zip.rawPayload))['my-data.json'] ?? new Uint8Array()),
    );
    const [consent] = facts.consents;
    assert.deepEqual(
      [consent.version, consent.text_en, consent.text_zh, consent.withdrawn_at],
      [1, builtInConsent.en, '本店的文本', null],
    );
    await eraseUser(shop.deps, operator, userId);
    assert.deepEqual(await shop.store.read.consents.ofUser(userId), []);
  });

  test(`a guest who has nothing but a consent is deleted with it after 30 days, and a merge moves a guest’s consents to the user, on ${name}`, async () => {
    await using shop = await openShop({
      ...withTokens,
      open,
      settings: { unpaidOrdersKeptMs: 30 * dayMs, eventsUrl: null },
    });
    await using web = setUp(shop);
    await web.change({ face_consent: true });
    const idOf = (token: string) => Number(token.split('.')[1]);
    const [gone, merged] = [idOf(await consentingGuest(web)), idOf(await consentingGuest(web))];
    const user = await shop.store.transaction(async (tx) => {
      const { id } = await tx.members.insertUserOfSubject('idp', 'alice', shop.clock.now());
      await tx.members.moveBelongings(merged, id);
      return id;
    });
    shop.clock.advance(31 * dayMs);
    await shop.drain();
    assert.equal(await shop.store.read.members.userById(gone), undefined);
    assert.deepEqual(await shop.store.read.consents.ofUser(gone), []);
    assert.equal((await shop.store.read.consents.ofUser(user)).length, 1);
  });
}

test('each change of the consent text makes a new version, and there is no version while the shop asks for no consent', async () => {
  await using shop = await openShop(withTokens);
  await using web = setUp(shop);
  const state = async () => (await web.call('face_consent')).json();
  await web.change({ face_consent_en: 'Draft' });
  assert.deepEqual(await state(), { required: false, version: null, text: null, given_at: null });
  assert.equal(await web.config(), null);
  await web.change({ face_consent: true });
  assert.deepEqual((await state()).text, { en: 'Draft', zh: builtInConsent.zh });
  await web.change({ face_consent_en: 'Draft' });
  await web.change({ shop_name: 'Corner' });
  assert.equal((await state()).version, 1);
  await web.change({ face_consent_en: 'Second', face_consent_zh: '第二版' });
  assert.equal((await state()).version, 2);
  await web.change({ face_consent: false });
  await web.change({ face_consent: true });
  assert.equal((await state()).version, 2, 'the same text has the same version');
  assert.deepEqual(await web.config('zh'), { version: 2, text: '第二版', is_given: false });
  assert.deepEqual(await web.config('en', await consentingGuest(web, 2)), {
    version: 2,
    text: 'Second',
    is_given: true,
  });
});

test('an operator can neither give nor withdraw a consent, and places orders without one', async () => {
  await using shop = await openShop(withTokens);
  await using web = setUp(shop);
  await web.change({ face_consent: true });
  for (const consent of [shop.service.giveConsent(operator, 1), shop.service.withdrawConsent(operator)]) {
    await assert.rejects(consent, { code: 'forbidden', reason: 'role_not_allowed' });
  }
  assert.ok(await shop.placeColourise(operator));
});

test('a consent that the shop does not ask for is answered with required false and not recorded', async () => {
  await using shop = await openShop(withTokens);
  await using web = setUp(shop);
  const answer = await web.call('face_consent', { version: 1 });
  assert.deepEqual(answer.json(), { required: false, version: null, text: null, given_at: null });
  assert.equal(answer.headers['x-user-token'], undefined);
  assert.deepEqual(shop.rows('select id from users'), []);
});
