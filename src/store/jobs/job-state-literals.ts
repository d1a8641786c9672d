/**
 * The states of jobs as literals of a query. They are not parameters, because a database uses a partial index
 * only where the query itself contains the condition of the index. Queries for unfinished jobs therefore contain
 * `state <> 'dead'`, also where they select only one of the other states.
 */

import { sql } from 'kysely';

export const dead = sql.lit<'dead'>('dead');
export const ready = sql.lit<'ready'>('ready');
export const running = sql.lit<'running'>('running');
