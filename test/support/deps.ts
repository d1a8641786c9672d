/** Settings and fake ports for tests of the use cases: tokens, passwords and links in memory. */

import { usualSourceTypes } from '../../src/domain/goods/ai-label.ts';
import { builtInSettings } from '../../src/domain/shop-settings.ts';
import { timeZone } from '../../src/domain/zoned-time.ts';
import { createAnswerSeals } from '../../src/identity/answer-seals.ts';
import { deviceProof, provesDevice } from '../../src/identity/device-proof.ts';
import { createSecondFactorTools } from '../../src/identity/second-factor-tools.ts';
import type { Deps } from '../../src/usecases/deps.ts';
import type { Passwords, ProvenIdentity, Tokens } from '../../src/usecases/ports/identity.ts';
import type { ResultLinks } from '../../src/usecases/ports/result-links.ts';
import type { Settings } from '../../src/usecases/settings.ts';
import {
  createLiveShopSettings,
  type SettingFallbacks,
  withShopSettings,
} from '../../src/usecases/shop/live-shop-settings.ts';
import { fixedRandom } from './fixed-random.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** `EVENTS_SECRET` of the tests. */
export const testSecret = `whsec_${Buffer.from('a secret of the tests, 32 bytes').toString('base64')}`;

export function testSettings(changes: Partial<Settings> = {}): Settings {
  return {
    zone: timeZone('Asia/Shanghai'),
    currency: 'CNY',
    publicUrl: 'https://shop.test',
    guestsAllowed: true,
    ordersOpen: true,
    asksForFaceConsent: false,
    aiLabels: {
      colourised: { sourceType: usualSourceTypes.colourised, isAiMade: true },
      restored: { sourceType: usualSourceTypes.restored, isAiMade: true },
      idPhoto: { sourceType: usualSourceTypes.idPhoto, isAiMade: false },
      producer: 'Photokiosk',
    },
    orderExpiryMs: 30 * minuteMs,
    uploadKeptMs: dayMs,
    resultKeptMs: 7 * dayMs,
    memberResultKeptMs: 30 * dayMs,
    unpaidOrdersKeptMs: null,
    resultLinkMs: 60 * minuteMs,
    uploadSizeBytesMax: 1000,
    uploadPixelsMax: 40_000_000,
    uploadFreeBytesMin: 0,
    readyFreeBytesMin: 0,
    workAttemptsMax: 3,
    paymentAttemptsMax: 5,
    queueLengthMax: 1000,
    refundApprovalAboveMinor: null,
    deliveryReportProviders: [],
    readyMessageProvider: null,
    emailsOffered: false,
    eventsUrl: 'https://erp.test/hook',
    ...changes,
  };
}

/**
 * The values of settings that no owner has changed in the console: the built-in ones. No environment variable is set.
 */
export const builtInFallbacks: SettingFallbacks = { values: builtInSettings, fromEnvironment: new Set() };

/** The settings of the tests, of which the console can change those of the shop, as in the running service. */
export function liveTestSettings(
  deps: Pick<Deps, 'store' | 'log'>,
  changes?: Partial<Settings>,
): Pick<Deps, 'settings' | 'shopSettings'> {
  const shopSettings = createLiveShopSettings(deps, builtInFallbacks);
  return { settings: withShopSettings(testSettings(changes), shopSettings), shopSettings };
}

const laterThanAllUsers = String(Number.MAX_SAFE_INTEGER);

/** `guest 7` is the guest token of user 7; `subject alice` is a JWT of the identity provider `idp`. */
export const fakeTokens: Tokens = {
  async verify(bearer): Promise<ProvenIdentity | undefined> {
    const [kind, value = '', issuedAt = laterThanAllUsers] = bearer.split(' ');
    if (kind === 'guest') {
      return {
        kind: 'guest',
        userId: Number(value),
        generation: 0,
        issuedAt: Number(issuedAt),
        expiresAt: Number(laterThanAllUsers),
      };
    }
    return kind === 'subject' ? { kind: 'subject', issuer: 'idp', subject: value } : undefined;
  },
  issueGuestToken: (userId) => `guest ${userId}`,
};

/**
 * Tokens without blanks, which requests can contain. `guest.7` is a guest token of user 7, `guest.7.1` a guest token of
 * the next generation, and `subject.alice` a token of the identity provider for its user `alice`.
 */
export const headerTokens: Tokens = {
  async verify(bearer) {
    const [kind, value = '', generation = '0'] = bearer.split('.');
    if (kind === 'guest') {
      return {
        kind: 'guest',
        userId: Number(value),
        generation: Number(generation),
        issuedAt: Number(laterThanAllUsers),
        expiresAt: Number(laterThanAllUsers),
      };
    }
    return kind === 'subject' ? { kind: 'subject', issuer: 'idp', subject: value } : undefined;
  },
  issueGuestToken: (userId, _now, generation = 0) =>
    generation === 0 ? `guest.${userId}` : `guest.${userId}.${generation}`,
};

export const fakePasswords: Passwords = {
  hash: async (password) => `hash of ${password}`,
  matches: async (password, hash) => hash === `hash of ${password}`,
  remembers: () => false,
  deviceProof,
  provesDevice,
  isCommon: (password) => password.startsWith('common password'),
};

export const fakeLinks: ResultLinks = {
  link: (file, expiresAt) => `https://shop.test/files/${file}?expires=${expiresAt}&signature=genuine`,
  judge(_file, expiresAt, signature, now) {
    if (signature !== 'genuine') return 'forged';
    return now < Number(expiresAt) ? 'valid' : 'expired';
  },
};

export type OutsideDeps = Pick<Deps, 'tokens' | 'seals' | 'passwords' | 'factors' | 'links'>;

export const fakeOutside: OutsideDeps = {
  tokens: fakeTokens,
  seals: createAnswerSeals(fixedRandom()),
  passwords: fakePasswords,
  factors: createSecondFactorTools({
    secrets: ['the secret key of the tests'],
    publicUrl: 'https://shop.test',
    random: fixedRandom('second factors'),
  }),
  links: fakeLinks,
};
