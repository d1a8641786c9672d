/** The texts of the console in the operator's language. */

import { createWords } from '../../shared/words.ts';
import { en } from './en.ts';
import { zh } from './zh.ts';

export const { useWords, words } = createWords({ en, zh });
