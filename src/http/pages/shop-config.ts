/** `GET /shop/config`: the settings of this shop that the shop's page needs and that no operation returns. */

import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { AppError } from '../../domain/errors.ts';
import { textsIn } from '../../domain/goods/good-text.ts';
import { acceptedLanguage, type Language } from '../../domain/language.ts';
import { memberPriceOf } from '../../domain/pricing.ts';
import type { ShopSettings } from '../../domain/shop-settings.ts';
import type { Caller } from '../../usecases/callers/caller.ts';
import type { HttpOptions } from '../app-options.ts';
import { callerOf } from '../callers/caller.ts';
import { readCredentials } from '../callers/credentials.ts';
import { operationPrefix, problemResponses } from '../requests/operation.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

const shopConfig = Type.Object({
  currency: Type.String({ description: 'ISO 4217 code.' }),
  time_zone: Type.String({ description: 'IANA name; the zone of every time in an answer.' }),
  providers: Type.Array(
    Type.Object({
      name: Type.String(),
      channels: Type.Array(Type.String()),
      several_orders: Type.Boolean({ description: 'Whether one payment can pay several orders.' }),
    }),
    {
      description: 'The enabled payment providers, with the channels that this customer can use.',
    },
  ),
  guests_allowed: Type.Boolean({ description: 'Whether a customer can order without signing in.' }),
  order_expiry_minutes: Type.Integer({ description: 'Minutes after which an unpaid order is cancelled.' }),
  result_kept_days: Type.Integer(),
  member_result_kept_days: Type.Integer(),
  result_link_minutes: Type.Integer({ description: 'Minutes for which a link to a result is valid.' }),
  upload_bytes_max: Type.Integer(),
  has_token: Type.Boolean({
    description:
      'Whether the request contained a guest’s cookie. A caller without this cookie has no orders and no membership. Where customers must sign in, false also for the cookie of a customer who is no longer signed in.',
  }),
  contact: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: 'How customers reach the shop; null: the operator has not said it.',
  }),
  company: Type.String({ description: 'Name and address of the company, in several lines; may be empty.' }),
  terms_url: Type.String({ description: 'The operator’s terms; may be empty.' }),
  privacy_url: Type.String({ description: 'The operator’s privacy policy; may be empty.' }),
  orders_open: Type.Boolean({ description: 'Whether the shop takes new orders.' }),
  closed_note: Type.String({
    description: 'Why the shop takes no orders, in the language of `Accept-Language`; may be empty.',
  }),
  emails_offered: Type.Boolean({
    description: 'Whether the shop sends e-mails about orders (`set_order_email`).',
  }),
  face_consent: Type.Unsafe<{
    readonly version: number;
    readonly text: string;
    readonly is_given: boolean;
  } | null>({
    type: ['object', 'null'],
    properties: {
      version: { type: 'integer' },
      text: { type: 'string' },
      is_given: { type: 'boolean' },
    },
    required: ['version', 'text', 'is_given'],
    description:
      'The text to which customers consent before the shop processes a photo, in the language of `Accept-Language`, and whether this customer has; null: the shop does not ask.',
  }),
  photo_check: Type.Boolean({ description: 'Whether the operation `check_photo` exists in this shop.' }),
  goods: Type.Unsafe<Record<string, { readonly description: string; readonly picture: string }>>({
    type: 'object',
    additionalProperties: {
      type: 'object',
      properties: { description: { type: 'string' }, picture: { type: 'string' } },
      required: ['description', 'picture'],
    },
    description:
      'What pages show of a good besides `goods_list`, by the good’s `id`: a `description` of several lines in the language of `Accept-Language`, and the path of a `picture`. Either may be empty.',
  }),
  member_prices: Type.Unsafe<Record<string, number>>({
    type: 'object',
    additionalProperties: { type: 'integer' },
    description: 'What members pay, by the good’s `id`; a good without a lower price for members is absent.',
  }),
});

const schema = {
  operationId: 'shop_config',
  summary: 'Read the configuration of the shop’s page',
  tags: ['Shop'],
  security: [],
  response: {
    200: {
      description: 'The configuration.',
      content: { 'application/json': { schema: shopConfig } },
    },
    ...problemResponses(['malformed_request', 'too_many_requests', 'internal', 'unavailable']),
  },
};

function closedNoteOf(settings: ShopSettings, language: Language | null): string {
  const { closed_note_en: english, closed_note_zh: chinese } = settings;
  return (language === 'zh' ? chinese : english) || english || chinese;
}

/**
 * Identifies the caller. A cookie that is no longer valid counts as no cookie, so that the page is shown nevertheless.
 */
async function shownCaller(
  { service, publicUrl }: HttpOptions,
  request: FastifyRequest,
): Promise<Caller | null> {
  try {
    return await callerOf(service, publicUrl)(request);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

async function faceConsentOf({ service }: HttpOptions, caller: Caller | null, language: Language | null) {
  const { isRequired, text, consent } = await service.consentState(caller ?? { kind: 'anonymous' });
  if (!isRequired || text === null) return null;
  return {
    version: text.version,
    text: language === 'zh' ? text.zh : text.en,
    is_given: consent !== null,
  };
}

export function registerShopConfig(plain: FastifyInstance, options: HttpOptions): void {
  const { service, storefront, currency, zone, limits } = options;
  const secure = options.publicUrl.startsWith('https:');
  const app = plain.withTypeProvider<TypeBoxTypeProvider>();
  app.get('/shop/config', { schema }, async (request, reply) => {
    const goods = await service.listGoods();
    const settings = storefront.settings();
    const asksForPayer = storefront.providers.some(({ payerChannels }) => payerChannels.length > 0);
    const language = acceptedLanguage(request.headers['accept-language']);
    const hasCookie = readCredentials({ cookie: request.headers.cookie }, secure).cookie !== undefined;
    const mustSignIn = hasCookie && !storefront.guestsAllowed;
    const asks = asksForPayer || settings.face_consent || mustSignIn;
    const caller = asks ? await shownCaller(options, request) : null;
    const accounts = asksForPayer && caller !== null ? await service.signedInWith(caller) : [];
    reply.header('cache-control', 'no-store').header('vary', 'accept-language');
    return {
      currency,
      time_zone: zone.name,
      providers: storefront.providers.map(({ name, channels, payerChannels, takesJointPayments }) => ({
        name,
        channels: channels.filter((channel) => accounts.includes(name) || !payerChannels.includes(channel)),
        several_orders: takesJointPayments,
      })),
      guests_allowed: storefront.guestsAllowed,
      order_expiry_minutes: Math.round(storefront.orderExpiryMs / minuteMs),
      result_kept_days: Math.floor(storefront.resultKeptMs / dayMs),
      member_result_kept_days: Math.floor(storefront.memberResultKeptMs / dayMs),
      result_link_minutes: Math.round(storefront.resultLinkMs / minuteMs),
      upload_bytes_max: limits.uploadSizeBytesMax,
      has_token: mustSignIn ? caller !== null : hasCookie,
      contact: settings.contact === '' ? null : settings.contact,
      company: settings.company,
      terms_url: settings.terms_url,
      privacy_url: settings.privacy_url,
      orders_open: settings.orders_open,
      closed_note: closedNoteOf(settings, language),
      face_consent: settings.face_consent ? await faceConsentOf(options, caller, language) : null,
      emails_offered: storefront.emailsOffered,
      photo_check: app.hasRoute({ method: 'POST', url: `${operationPrefix}check_photo` }),
      goods: Object.fromEntries(
        goods.map((good) => [
          good.id,
          { description: textsIn(good, language).description, picture: good.picture ?? '' },
        ]),
      ),
      member_prices: Object.fromEntries(
        goods.flatMap((good) => {
          const memberPriceMinor = memberPriceOf(good);
          return memberPriceMinor === null ? [] : [[good.id, memberPriceMinor]];
        }),
      ),
    };
  });
}
