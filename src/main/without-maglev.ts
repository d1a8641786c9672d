/**
 * Turns off Maglev, V8's fast compiler, for this process. In Node 24, objects that code compiled by Maglev has made can
 * share their numbers: a later object then overwrites the numbers of an earlier one. Entry points import this module
 * before all others. `docs/decisions/0100-no-maglev.md` gives the measurements.
 */

import { setFlagsFromString } from 'node:v8';

setFlagsFromString('--no-maglev');
