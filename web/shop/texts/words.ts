/** The texts of the shop in the customer's language. */

import { createWords } from '../../shared/words.ts';
import { en } from './en.ts';
import { zh } from './zh.ts';

export const { useWords, words } = createWords({ en, zh });
