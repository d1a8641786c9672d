/** Moments that pass too quickly or come too late to be looked at: a running service's own rows are moved in time. */

import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** No clock comes as far. */
const neverMs = Number.MAX_SAFE_INTEGER;

function change(dataDir: string, sql: string): void {
  const database = new DatabaseSync(join(dataDir, 'photokiosk.db'), { timeout: 10_000 });
  try {
    database.exec(sql);
  } finally {
    database.close();
  }
}

/** Paid pictures stay in the queue, in their order, until they are let go. */
export function holdPictures(dataDir: string): void {
  change(
    dataDir,
    `create trigger if not exists hold_pictures after insert on jobs when new.kind = 'process_order' begin
       update jobs set due_at = ${neverMs} where id = new.id;
     end`,
  );
}

/** The worker looks once a second. */
export function letPicturesGo(dataDir: string): void {
  change(
    dataDir,
    `drop trigger if exists hold_pictures;
     update jobs set due_at = run_at where kind = 'process_order' and state = 'ready'`,
  );
}

/** The days for which results are kept are over, and the service tidies up within a second. */
export function endKeeping(dataDir: string, orderNo: string): void {
  change(
    dataDir,
    `update orders set result_until = 1 where order_no = '${orderNo}';
     update jobs set run_at = 1, due_at = 1 where kind = 'purge_files'`,
  );
}

export function putOnShelf(dataDir: string, functName: string): void {
  change(dataDir, `update goods set on_shelf = 1 where funct_name = '${functName}'`);
}
