/** Problems that customers report about finished orders. */

import { sql } from 'kysely';
import type { ProblemReads, ProblemWrites } from '../../usecases/problems/problem-store.ts';
import type { Session, TransactionSession } from '../session.ts';
import { statement } from '../statement.ts';
import type { NewRow, Row } from '../table.ts';
import { orderProblemsTable } from './order-problems-table.ts';

const { columns, read } = orderProblemsTable.all;

const problemsOfOrder = statement<{ orderId: number }>()((db, p) =>
  db.selectFrom('order_problems').select(columns).where('order_id', '=', p.orderId).orderBy('id'),
);

const problemById = statement<{ id: number }>()((db, p) =>
  db.selectFrom('order_problems').select(columns).where('id', '=', p.id),
);

// The state is a literal and not a parameter, because the database uses a partial index only for a query that
// contains the index's condition.
const openProblems = statement<{ limit: number }>()((db, p) =>
  db
    .selectFrom('order_problems')
    .innerJoin('orders', 'orders.id', 'order_problems.order_id')
    .select(columns)
    .select('orders.order_no as orderNo')
    .where('order_problems.state', '=', sql.lit('open'))
    .orderBy('order_problems.id')
    .limit(p.limit),
);

const insertProblem = statement<NewRow<typeof orderProblemsTable>>()((db, p, dialect) =>
  db.insertInto('order_problems').values(orderProblemsTable.inserted(p)).modifyEnd(dialect.returningId),
);

const updateProblem = statement<Row<typeof orderProblemsTable>>()((db, p) =>
  db
    .updateTable('order_problems')
    .set(
      orderProblemsTable.assigned(
        p,
        'pictureFile',
        'pictureUntil',
        'state',
        'answer',
        'reply',
        'answeredBy',
        'answeredAt',
        'remakeDetails',
        'remakeError',
      ),
    )
    .where('id', '=', p.id),
);

export function problemReads(session: Session): ProblemReads {
  return {
    ofOrder: async (orderId) => (await session.all(problemsOfOrder, { orderId })).map(read),
    async byId(id) {
      const row = await session.first(problemById, { id });
      return row && read(row);
    },
    open: async (limit) =>
      (await session.all(openProblems, { limit })).map((row) => ({ ...read(row), orderNo: row.orderNo })),
  };
}

export function problemWrites(session: TransactionSession): ProblemWrites {
  return {
    ...problemReads(session),
    async insert(problem) {
      const row = orderProblemsTable.write(problem);
      return { ...problem, id: await session.insert(insertProblem, row) };
    },
    async save(problem) {
      await session.run(updateProblem, orderProblemsTable.write(problem));
    },
  };
}
