/** Turns the configuration into the settings of the use cases. */

import type { Config } from '../config.ts';
import {
  builtInSettings,
  type SettingName,
  settingDefinitions,
  settingNames,
} from '../domain/shop-settings.ts';
import type { Settings } from '../usecases/settings.ts';
import type { SettingFallbacks } from '../usecases/shop/live-shop-settings.ts';

const mebibyte = 2 ** 20;

/** The maximum size of an upload. The JPEG of a current phone has 3 to 10 MiB. */
const uploadSizeBytesMax = 15 * 1024 * 1024;
/**
 * The maximum number of pixels of an upload. An image process can still process such a picture within its
 * memory limit.
 */
const uploadPixelsMax = 40_000_000;
/**
 * The minimum free space on the disk: the database needs it to commit the running transactions and to copy its
 * write-ahead log into the database file.
 */
export const databaseFreeBytesMin = 32 * mebibyte;
/**
 * The maximum number of attempts to make a picture. One or two crashes or timeouts may be an accident;
 * after the third the order is refunded.
 */
const workAttemptsMax = 3;
/**
 * The maximum number of payment attempts of an order: more than a customer needs. Each attempt causes calls
 * to the provider.
 */
const paymentAttemptsMax = 10;

function reportSettings({
  paymentProviders,
}: Config): Pick<Settings, 'deliveryReportProviders' | 'readyMessageProvider'> {
  const reported = paymentProviders.filter(
    (provider) => provider.name === 'wechat' && provider.shippingMode !== 'off',
  );
  const hasTemplate = paymentProviders.some((provider) => 'ready' in provider && provider.ready !== null);
  return {
    deliveryReportProviders: reported.map(({ name }) => name),
    // Accounts of WeChat's customers are stored under the provider name `wechat`, whichever provider of WeChat is
    // used.
    readyMessageProvider: hasTemplate ? 'wechat' : null,
  };
}

export function settingsOf(config: Config, publicUrl: string): Settings {
  return {
    zone: config.zone,
    currency: config.currency,
    publicUrl,
    guestsAllowed: config.auth === 'optional',
    ordersOpen: builtInSettings.orders_open,
    asksForFaceConsent: builtInSettings.face_consent,
    aiLabels: {
      colourised: {
        sourceType: builtInSettings.source_type_colourised,
        isAiMade: builtInSettings.ai_label_colourised,
      },
      restored: {
        sourceType: builtInSettings.source_type_restored,
        isAiMade: builtInSettings.ai_label_restored,
      },
      idPhoto: {
        sourceType: builtInSettings.source_type_id_photo,
        isAiMade: builtInSettings.ai_label_id_photo,
      },
      producer: 'Photokiosk',
    },
    orderExpiryMs: config.orderExpiryMs,
    uploadKeptMs: config.uploadKeptMs,
    resultKeptMs: config.resultKeptMs,
    memberResultKeptMs: config.memberResultKeptMs,
    unpaidOrdersKeptMs: config.unpaidOrdersKeptMs,
    resultLinkMs: config.resultLinkMs,
    uploadSizeBytesMax,
    uploadPixelsMax,
    uploadFreeBytesMin: config.uploadFreeMibMin * mebibyte,
    readyFreeBytesMin: databaseFreeBytesMin,
    workAttemptsMax,
    paymentAttemptsMax,
    queueLengthMax: config.queueLengthMax,
    refundApprovalAboveMinor: config.refundApprovalAboveMinor,
    ...reportSettings(config),
    emailsOffered: config.smtp !== null,
    eventsUrl: config.events?.url ?? null,
  };
}

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;

/** @returns the values of settings that apply while the operators have not set them in the console. */
export function settingFallbacksOf(config: Config): SettingFallbacks {
  const isSet = (name: SettingName) => {
    const { variable } = settingDefinitions[name];
    return variable !== null && config.setVariables.has(variable);
  };
  return {
    values: {
      ...builtInSettings,
      contact: config.shopContact ?? '',
      upload_kept_hours: config.uploadKeptMs / hourMs,
      result_kept_days: config.resultKeptMs / dayMs,
      member_result_kept_days: config.memberResultKeptMs / dayMs,
      unpaid_orders_kept_days: (config.unpaidOrdersKeptMs ?? 0) / dayMs,
    },
    fromEnvironment: new Set(settingNames.filter(isSet)),
  };
}
