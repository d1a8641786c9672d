/** The settings that owners have changed in the console. */

import type { ShopSettingsReads, ShopSettingsWrites } from '../../usecases/shop/shop-settings-store.ts';
import type { Session, TransactionSession } from '../session.ts';
import { statement } from '../statement.ts';
import type { NewRow } from '../table.ts';
import { shopSettingsTable } from './shop-settings-table.ts';

const { columns, read: settingOf } = shopSettingsTable.all;

const allSettings = statement<Record<never, never>>()((db) =>
  db.selectFrom('shop_settings').select(columns).orderBy('name'),
);

const saveSetting = statement<NewRow<typeof shopSettingsTable>>()((db, p) =>
  db
    .insertInto('shop_settings')
    .values(shopSettingsTable.inserted(p))
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((set) => ({
        value: set.ref('excluded.value'),
        changed_by: set.ref('excluded.changed_by'),
        changed_at: set.ref('excluded.changed_at'),
      })),
    ),
);

const removeSetting = statement<{ name: string }>()((db, p) =>
  db.deleteFrom('shop_settings').where('name', '=', p.name),
);

export function shopSettingsReads(session: Session): ShopSettingsReads {
  return {
    async all() {
      return (await session.all(allSettings, {})).map(settingOf);
    },
  };
}

export function shopSettingsWrites(session: TransactionSession): ShopSettingsWrites {
  return {
    ...shopSettingsReads(session),
    lock: () => session.lockName('settings of the shop'),
    async save(setting) {
      await session.run(saveSetting, shopSettingsTable.write(setting));
      session.publish({ kind: 'shop_settings_changed' });
    },
    async remove(name) {
      await session.run(removeSetting, { name });
      session.publish({ kind: 'shop_settings_changed' });
    },
  };
}
