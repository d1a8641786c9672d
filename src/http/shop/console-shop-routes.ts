/** Console API: the settings of the shop. */

import { createHash } from 'node:crypto';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { type ShopSettings, settingNames } from '../../domain/shop-settings.ts';
import {
  changeShopSettings,
  listShopSettings,
  type SettingView,
} from '../../usecases/shop/change-shop-settings.ts';
import type { ConsoleContext } from '../console/console-context.ts';
import { consolePrefix, consoleSchema } from '../console/console-schema.ts';
import { utcTextOrNull } from '../console/utc-text.ts';
import { settingsBody, settingsSchema } from './console-shop-schemas.ts';

/** @returns a text that changes whenever the value or the source of a setting changes. */
function versionOf(views: readonly SettingView[]): string {
  const values = views.map(({ name, value, source }) => [name, value, source]);
  return createHash('sha256').update(JSON.stringify(values)).digest('base64url').slice(0, 16);
}

function toWire(views: readonly SettingView[]) {
  return {
    settings: views.map(({ name, value, source, fallback, variable, changed }) => ({
      name,
      value,
      source,
      fallback,
      variable,
      changed_by: changed?.by ?? null,
      changed_at: utcTextOrNull(changed?.at ?? null),
    })),
    version: versionOf(views),
  };
}

export function registerConsoleShopRoutes(plain: FastifyInstance, { deps, callerOf }: ConsoleContext): void {
  const app = plain.withTypeProvider<TypeBoxTypeProvider>();
  const list = consoleSchema(
    {
      name: 'list_settings',
      summary: 'List the settings of the shop',
      answer: settingsSchema,
      answerDescription: 'Every setting with its value, and which rule it comes from.',
    },
    {},
  );
  app.get(`${consolePrefix}settings`, { schema: list }, async (request) =>
    toWire(await listShopSettings(deps, callerOf(request))),
  );

  const change = consoleSchema(
    {
      name: 'change_settings',
      summary: 'Change settings of the shop',
      description:
        'Send the settings to change; the others stay. `reset` names the settings that return to their defaults. If the request contains a `version` and a setting has changed since that version, the call is refused.',
      answer: settingsSchema,
      answerDescription: 'Every setting as it is now.',
      errors: ['illegal_transition'],
    },
    { body: settingsBody },
  );
  app.post(`${consolePrefix}settings`, { schema: change }, async (request) => {
    const { reset = [], version, ...given } = request.body;
    const values: Partial<ShopSettings> = given;
    const views = await changeShopSettings(deps, callerOf(request), {
      values,
      resets: settingNames.filter((name) => reset.includes(name)),
      isUnchanged: version === undefined ? null : (now) => versionOf(now) === version,
    });
    return toWire(views);
  });
}
