/** `photokiosk goods`: writes the catalogue to a file, and changes the catalogue by a file. */

import { readFileSync, writeFileSync } from 'node:fs';
import { text as textOfStream } from 'node:stream/consumers';
import { type Command, Option } from 'commander';
import type { AdminApi } from '../admin-api.ts';
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
} from '../goods-file.ts';

interface GoodsOptions {
  readonly format?: FileFormat;
  readonly dryRun?: boolean;
  readonly overwrite?: boolean;
  readonly asNew?: boolean;
}

type Step =
  | { readonly act: 'add'; readonly good: FileGood }
  /** `version`: refuse the change if the good has another version by then; null: change it in any case. */
  | { readonly act: 'change'; readonly id: number; readonly version: string | null; readonly good: FileGood };

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
  const { title, summary, icon, price, member_price, sort, on_shelf } = good;
  const body = { title, summary, icon, price, sort, funct_name: functNameOf(good.funct_name), on_shelf };
  const later = Object.fromEntries(
    laterFields.flatMap((name) => (good[name] === null ? [] : [[name, good[name]]])),
  ) as Partial<Record<LaterField, string>>;
  return { ...body, ...later, ...(member_price === null ? {} : { member_price }) };
}

const functNames = [
  'mark_order_zhaopianshangse',
  'mark_order_yiCunZhao',
  'mark_order_vip',
  'mark_order_id_photo',
  'mark_order_photo_restore',
] as const;

function functNameOf(text: string): (typeof functNames)[number] {
  const found = functNames.find((name) => name === text);
  if (found !== undefined) return found;
  throw new CommandError(
    exitCodes.usage,
    `funct_name must be one of ${functNames.join(', ')}, not "${text}".`,
  );
}

/** Whether the good of the file has the values that the shop has. */
function isSame(good: FileGood, now: Good): boolean {
  const wanted = bodyOf(good);
  const present: Readonly<Record<string, unknown>> = bodyOf(now);
  const isEqual = Object.entries(wanted).every(([name, value]) => value === present[name]);
  return isEqual && good.member_price === now.member_price;
}

/** Decides everything before the first change, so that a wrong file changes nothing. */
function planOf(
  wanted: readonly FileGood[],
  present: readonly Good[],
  { overwrite, asNew }: GoodsOptions,
): Plan {
  const steps: Step[] = [];
  for (const good of wanted) {
    // Refuses an unknown operation before the first change.
    bodyOf(good);
    if (good.id === null || asNew === true) {
      steps.push({ act: 'add', good });
      continue;
    }
    const now = present.find(({ id }) => id === good.id);
    if (now === undefined) {
      throw new CommandError(
        exitCodes.notFound,
        `The shop has no good ${good.id}. Leave the id empty to add a good, or use --as-new for a file of another shop.`,
      );
    }
    if (isSame(good, now)) continue;
    if (good.version !== null && good.version !== now.version && overwrite !== true) {
      throw new CommandError(
        exitCodes.refused,
        `The good ${good.id} has changed since the file was written. Export again, or use --overwrite.`,
      );
    }
    const version = overwrite === true ? null : now.version;
    steps.push({ act: 'change', id: good.id, version, good });
  }
  return { steps, unchanged: wanted.length - steps.length };
}

async function carryOut(api: AdminApi, step: Step): Promise<void> {
  const body = bodyOf(step.good);
  if (step.act === 'add') {
    await api.post('console_add_good', 'goods', body);
    return;
  }
  const { id, version } = step;
  await api.post('console_change_good', `goods/${id}`, version === null ? body : { ...body, version });
}

function stepLine({ act, good }: Step): string {
  return `${act.padEnd(6)}  ${good.id ?? 'new'}  ${good.title}`;
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
  const plan = planOf(wanted, goods, options);
  const isDryRun = options.dryRun === true;
  if (!isDryRun) for (const step of plan.steps) await carryOut(api, step);
  const count = (act: Step['act']) => plan.steps.filter((step) => step.act === act).length;
  const figures = { added: count('add'), changed: count('change'), unchanged: plan.unchanged };
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
