/** The catalogue. */

import { sql } from 'kysely';
import type { GoodReads, GoodWrites } from '../../usecases/goods/good-store.ts';
import type { Session, TransactionSession } from '../session.ts';
import { statement } from '../statement.ts';
import type { NewRow, Row } from '../table.ts';
import { goodsTable } from './goods-table.ts';

const { columns, read: goodOf } = goodsTable.all;

type NoValues = Record<never, never>;

const goodsOnShelf = statement<NoValues>()((db) =>
  db.selectFrom('goods').select(columns).where('on_shelf', '=', sql.lit(1)).orderBy('sort').orderBy('id'),
);

const allGoods = statement<NoValues>()((db) =>
  db.selectFrom('goods').select(columns).orderBy('sort').orderBy('id'),
);

const goodById = statement<{ id: number }>()((db, p) =>
  db.selectFrom('goods').select(columns).where('id', '=', p.id),
);

const goodOnShelf = statement<{ id: number }>()((db, p) =>
  db.selectFrom('goods').select(columns).where('id', '=', p.id).where('on_shelf', '=', sql.lit(1)),
);

const lockGood = statement<{ id: number }>()((db, p, dialect) =>
  db.selectFrom('goods').select(columns).where('id', '=', p.id).modifyEnd(dialect.rowLock),
);

// Lock in the order of ids, so that two transactions that lock all goods do not deadlock.
const lockGoods = statement<NoValues>()((db, _p, dialect) =>
  db.selectFrom('goods').select(columns).orderBy('id').modifyEnd(dialect.rowLock),
);

const insertGood = statement<NewRow<typeof goodsTable>>()((db, p, dialect) =>
  db.insertInto('goods').values(goodsTable.inserted(p)).modifyEnd(dialect.returningId),
);

const updateGood = statement<Row<typeof goodsTable>>()((db, p) =>
  db.updateTable('goods').set(goodsTable.inserted(p)).where('id', '=', p.id),
);

const countGoods = statement<NoValues>()((db) =>
  db.selectFrom('goods').select((select) => select.fn.countAll<number>().as('count')),
);

export function goodReads(session: Session): GoodReads {
  return {
    async onShelf() {
      return (await session.all(goodsOnShelf, {})).map(goodOf);
    },
    async byId(id) {
      const row = await session.first(goodById, { id });
      return row && goodOf(row);
    },
    async all() {
      return (await session.all(allGoods, {})).map(goodOf);
    },
  };
}

export function goodWrites(session: TransactionSession): GoodWrites {
  return {
    ...goodReads(session),
    async findOnShelf(id) {
      const row = await session.first(goodOnShelf, { id });
      return row && goodOf(row);
    },
    async lock(id) {
      const row = await session.first(lockGood, { id });
      return row && goodOf(row);
    },
    async lockAll() {
      const goods = (await session.all(lockGoods, {})).map(goodOf);
      return goods.sort((a, b) => a.sort - b.sort || a.id - b.id);
    },
    async insert(good) {
      return { ...good, id: await session.insert(insertGood, goodsTable.write(good)) };
    },
    async save(good) {
      const written = await session.run(updateGood, goodsTable.write(good));
      if (written !== 1) throw new Error(`good ${good.id} does not exist`);
    },
    async lockOpening() {
      await session.lockName('opening of the shop');
    },
    async count() {
      return (await session.first(countGoods, {}))?.count ?? 0;
    },
  };
}
