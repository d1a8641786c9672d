/** Changes rows of a running service, to reach states that last too briefly or are reached only after days. */

import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const neverMs = Number.MAX_SAFE_INTEGER;

function change(dataDir: string, sql: string): void {
  const database = new DatabaseSync(join(dataDir, 'photokiosk.db'), { timeout: 120_000 });
  try {
    database.exec(sql);
  } finally {
    database.close();
  }
}

/** Keeps the pictures of paid orders in the queue, in the same order, until `releasePictures` is called. */
export function holdPictures(dataDir: string): void {
  change(
    dataDir,
    `create trigger if not exists hold_pictures after insert on jobs when new.kind = 'process_order' begin
       update jobs set due_at = ${neverMs} where id = new.id;
     end`,
  );
}

/** Makes the jobs of these pictures due. The worker claims the jobs within a second. */
export function releasePictures(dataDir: string): void {
  change(
    dataDir,
    `drop trigger if exists hold_pictures;
     update jobs set due_at = run_at where kind = 'process_order' and state = 'ready'`,
  );
}

/** Ends the retention of the order's result. The service deletes the result within a second. */
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

/** Ends the retention of all uploads. */
export function expireUploads(dataDir: string): void {
  change(dataDir, 'update uploads set kept_until = 1');
}
