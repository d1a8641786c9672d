/** The catalogue. */

import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { GoodReads, GoodWrites } from '../../usecases/goods/good-store.ts';
import type { Session, TransactionSession } from '../session.ts';
import { goodColumns, goodOf, goodRow } from '../small-rows.ts';
import { rowOf, statement } from '../statement.ts';
import type { GoodsTable } from '../tables.ts';

const goodsOnShelf = statement<Record<never, never>>()((db) =>
  db.selectFrom('goods').select(goodColumns).where('on_shelf', '=', sql.lit(1)).orderBy('sort').orderBy('id'),
);

const goodById = statement<{ id: number }>()((db, p) =>
  db.selectFrom('goods').select(goodColumns).where('id', '=', p.id),
);

const goodOnShelf = statement<{ id: number }>()((db, p) =>
  db.selectFrom('goods').select(goodColumns).where('id', '=', p.id).where('on_shelf', '=', sql.lit(1)),
);

const insertGood = statement<Omit<Selectable<GoodsTable>, 'id'>>()((db, p) =>
  db
    .insertInto('goods')
    .values(
      rowOf(p, {
        title: true,
        summary: true,
        icon: true,
        price_minor: true,
        member_price_minor: true,
        sort: true,
        funct_name: true,
        on_shelf: true,
      }),
    )
    .returning('id'),
);

const countGoods = statement<Record<never, never>>()((db) =>
  db.selectFrom('goods').select((select) => select.fn.countAll<number>().as('count')),
);

export function goodsReads(session: Session) {
  return {
    async onShelf() {
      return (await session.all(goodsOnShelf, {})).map(goodOf);
    },
    async byId(id) {
      const row = await session.first(goodById, { id });
      return row === undefined ? undefined : goodOf(row);
    },
  } satisfies Partial<GoodReads>;
}

export function goodsWrites(session: TransactionSession) {
  return {
    async findOnShelf(id) {
      const row = await session.first(goodOnShelf, { id });
      return row === undefined ? undefined : goodOf(row);
    },
    async insert(good) {
      const row = await session.first(insertGood, goodRow(good));
      if (row === undefined) throw new Error('the database returned no good id');
      return { ...good, id: row.id };
    },
    async lockOpening() {
      await session.lockName('opening of the shop');
    },
    async count() {
      return (await session.first(countGoods, {}))?.count ?? 0;
    },
  } satisfies Partial<GoodWrites>;
}
