/** `photokiosk goods`: writes the catalogue to a file, and changes the catalogue by a file. */

import { readFileSync, writeFileSync } from 'node:fs';
import { text as textOfStream } from 'node:stream/consumers';
import { type Command, Option } from 'commander';
import { ApiError } from '../../client/src/api-error.ts';
import type { AdminApi, Answer, Body } from '../admin-api.ts';
import { contextOf, type Environment } from '../command-context.ts';
import { CommandError, exitCodes } from '../exit-codes.ts';
import {
  type FileFormat,
  type FileGood,
  type Good,
  goodsOfText,
  goodsText,
  type LaterField,
  laterFields,
  placeOf,
} from '../goods-file.ts';
import { printable } from '../output.ts';

interface GoodsOptions {
  readonly format?: FileFormat;
  readonly dryRun?: boolean;
  readonly overwrite?: boolean;
  readonly asNew?: boolean;
}

interface Step {
  readonly act: 'add' | 'change';
  readonly good: FileGood;
  /** The place of the good in the file and its title, for messages. */
  readonly name: string;
  /** Null: the change overwrites every version. */
  readonly version: string | null;
}

interface Plan {
  readonly steps: readonly Step[];
  readonly unchanged: number;
}

const formatOption = () =>
  new Option('--format <format>', 'default: by the name of the file, otherwise json').choices([
    'json',
    'csv',
  ]);

function formatOf(file: string, { format }: GoodsOptions): FileFormat {
  return format ?? (file.toLowerCase().endsWith('.csv') ? 'csv' : 'json');
}

function fileTrouble(error: unknown): CommandError {
  return new CommandError(exitCodes.usage, error instanceof Error ? error.message : String(error));
}

function bodyOf(good: FileGood) {
  const { title, summary, icon, price, member_price, sort, funct_name, on_shelf } = good;
  const body = { title, summary, icon, price, sort, funct_name, on_shelf };
  const later = Object.fromEntries(
    laterFields.flatMap((name) => (good[name] === null ? [] : [[name, good[name]]])),
  ) as Partial<Record<LaterField, string>>;
  return { ...body, ...later, ...(member_price === null ? {} : { member_price }) };
}

/** Whether the good of the file has the values that the shop has. */
function isSame(good: FileGood, now: Good): boolean {
  const wanted = bodyOf(good);
  const present: Readonly<Record<string, unknown>> = bodyOf(now);
  const isEqual = Object.entries(wanted).every(([name, value]) => value === present[name]);
  return isEqual && good.member_price === now.member_price;
}

/** Compares the file with the shop. The service checks the values of the goods (`sendGoods`). */
function planOf(
  wanted: readonly FileGood[],
  present: readonly Good[],
  format: FileFormat,
  { overwrite, asNew }: GoodsOptions,
): Plan {
  const steps = wanted.flatMap((good, index): Step[] => {
    const name = `${placeOf(format, index)} (${printable(good.title)})`;
    if (good.id === null || asNew === true) return [{ act: 'add', good, name, version: null }];
    const now = present.find(({ id }) => id === good.id);
    if (now === undefined) {
      throw new CommandError(
        exitCodes.notFound,
        `${name}: the shop has no good ${good.id}. Leave the id empty to add a good, or use --as-new for a file of another shop.`,
      );
    }
    if (isSame(good, now)) return [];
    if (good.version !== null && good.version !== now.version && overwrite !== true) {
      throw new CommandError(
        exitCodes.refused,
        `${name}: the good ${good.id} has changed since the file was written. Export again, or use --overwrite.`,
      );
    }
    return [{ act: 'change', good, name, version: overwrite === true ? null : now.version }];
  });
  return { steps, unchanged: wanted.length - steps.length };
}

type Figures = Answer<'console_import_goods'>;
type FunctName = Body<'console_import_goods'>['goods'][number]['funct_name'];

/** The service checks all goods before it changes the first one, and changes all of them or none. */
async function sendGoods(api: AdminApi, steps: readonly Step[], isCheckOnly: boolean): Promise<Figures> {
  if (steps.length === 0) return { added: 0, changed: 0, unchanged: 0 };
  const goods = steps.map(({ act, good, version }) => ({
    ...bodyOf(good),
    // The service refuses a name that it does not know, with the place of the good.
    funct_name: good.funct_name as FunctName,
    ...(act === 'change' && good.id !== null ? { id: good.id } : {}),
    ...(version === null ? {} : { version }),
  }));
  try {
    return await api.post('console_import_goods', 'goods_import', { goods, check_only: isCheckOnly });
  } catch (error) {
    if (error instanceof ApiError && error.code === 'invalid_parameters') throw wrongGoods(error, steps);
    throw error;
  }
}

function wrongGoods(error: ApiError, steps: readonly Step[]): CommandError {
  const lines = error.errors.map(({ pointer, detail }) => {
    const [, index, field] = /^\/goods\/(\d+)(?:\/(.+))?$/.exec(pointer) ?? [];
    const step = index === undefined ? undefined : steps[Number(index)];
    const sentence = `${step === undefined ? pointer.slice(1) : (field ?? 'it')} ${detail}`;
    return step === undefined ? `  ${sentence}` : `  ${step.name}: ${sentence}`;
  });
  const isTooLong = error.errors.some(({ code }) => code === 'list_max');
  return new CommandError(
    exitCodes.usage,
    [
      'The file is wrong; nothing was changed.',
      ...lines,
      ...(isTooLong ? ['  Only goods that are new or different count. Split the file.'] : []),
    ].join('\n'),
    { cause: error },
  );
}

function stepLine({ act, good }: Step): string {
  return `${act.padEnd(6)}  ${good.id ?? 'new'}  ${printable(good.title)}`;
}

async function exportGoods(file: string, options: GoodsOptions, command: Command, env: Environment) {
  const { api, output } = contextOf(command, env);
  const { goods } = await api().get('console_list_goods', 'goods');
  const content = goodsText(goods, formatOf(file, options));
  if (file === '-') {
    process.stdout.write(content);
    return;
  }
  try {
    writeFileSync(file, content);
  } catch (error) {
    throw fileTrouble(error);
  }
  output.result({ file, goods: goods.length }, [`${goods.length} goods are in ${file}.`]);
}

async function readGoods(file: string, options: GoodsOptions): Promise<FileGood[]> {
  let content: string;
  try {
    content = file === '-' ? await textOfStream(process.stdin) : readFileSync(file, 'utf8');
  } catch (error) {
    throw fileTrouble(error);
  }
  return goodsOfText(content, formatOf(file, options));
}

async function importGoods(file: string, options: GoodsOptions, command: Command, env: Environment) {
  const { api: open, output } = contextOf(command, env);
  const wanted = await readGoods(file, options);
  const api = open();
  const { goods } = await api.get('console_list_goods', 'goods');
  const plan = planOf(wanted, goods, formatOf(file, options), options);
  const isDryRun = options.dryRun === true;
  const { added, changed, unchanged } = await sendGoods(api, plan.steps, isDryRun);
  const figures = { added, changed, unchanged: unchanged + plan.unchanged };
  output.result({ dry_run: isDryRun, ...figures }, [
    ...plan.steps.map(stepLine),
    `${isDryRun ? 'Would add' : 'Added'} ${figures.added}, ${isDryRun ? 'change' : 'changed'} ${figures.changed}; ${figures.unchanged} are the same.`,
  ]);
}

export function addGoodsCommands(program: Command, env: Environment): void {
  const goods = program.command('goods').description('write the catalogue to a file, and read it back');
  goods
    .command('export [file]')
    .description('write all goods to a JSON or CSV file; without a file, or with -, to standard output')
    .addOption(formatOption())
    .action((file: string | undefined, options: GoodsOptions, command: Command) =>
      exportGoods(file ?? '-', options, command, env),
    );
  goods
    .command('import <file>')
    .description('add and change goods by a JSON or CSV file; - reads standard input')
    .addOption(formatOption())
    .option('--dry-run', 'show what would change')
    .option('--overwrite', 'also change goods that others changed since the export')
    .option('--as-new', 'add every good of the file, whatever its id')
    .addHelpText(
      'after',
      '\nPrices are in 1/100 of the currency. A good without an id is added. Goods that are not in the file stay.\nThe token needs the role owner.',
    )
    .action((file: string, options: GoodsOptions, command: Command) =>
      importGoods(file, options, command, env),
    );
}
