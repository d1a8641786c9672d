/** `photokiosk goods` as a real process against the real service. */

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { operator, serviceForThisFile } from '../e2e/running-service.ts';
import { operatorToken } from './operator-token.ts';
import { runCli } from './run-cli.ts';

const { client } = await serviceForThisFile({ IMAGE_PROCESSES: '1' });
const env = { PHOTOKIOSK_URL: client.url, PHOTOKIOSK_TOKEN: await operatorToken(client.url, operator) };
const folder = mkdtempSync(join(tmpdir(), 'photokiosk-cli-'));
after(() => rmSync(folder, { recursive: true, force: true }));

describe('photokiosk goods', () => {
  const export_ = async (...args: string[]) => {
    const result = await runCli(['goods', 'export', ...args], env);
    assert.equal(result.code, 0, result.err);
    return result.out;
  };

  for (const format of ['json', 'csv'] as const) {
    it(`exports as ${format} and imports the file without a loss`, async () => {
      const title = `=1+1, "${format}"`;
      const good = {
        title,
        summary: "'two\nlines', 中文",
        description: '=first\n\nsecond',
        title_en: 'In English',
        summary_en: '',
        description_en: '"quoted"',
        title_zh: '中文名',
        icon: 'vip.svg',
        price: 1200,
        member_price: null,
        sort: -5,
        funct_name: 'mark_order_vip',
        on_shelf: false,
        id: null,
        version: null,
      };
      const file = join(folder, `goods.${format}`);
      const [known] = JSON.parse(await export_()).goods;
      const added = await runCli(
        ['goods', 'import', '-', '--json'],
        env,
        JSON.stringify({ goods: [{ ...good, icon: known.icon }] }),
      );
      assert.equal(added.code, 0, added.err);
      assert.equal(JSON.parse(added.out).added, 1);
      const before = await export_();
      assert.equal(
        JSON.parse(before).goods.find((one: { title: string }) => one.title === title).summary,
        good.summary,
      );
      await export_(file);
      const same = await runCli(['goods', 'import', file, '--json'], env);
      assert.deepEqual(JSON.parse(same.out), {
        dry_run: false,
        added: 0,
        changed: 0,
        unchanged: JSON.parse(before).goods.length,
      });
      // Change everything in the shop, and restore it from the file.
      const changed = before
        .replaceAll('"on_shelf": false', '"on_shelf": true')
        .replaceAll(title.replaceAll('"', '\\"'), 'Other');
      assert.equal((await runCli(['goods', 'import', '-'], env, changed)).code, 0);
      assert.notEqual(await export_(), before);
      const restored = await runCli(['goods', 'import', file, '--overwrite'], env);
      assert.equal(restored.code, 0, restored.err);
      assert.equal(await export_(), before);
      assert.equal(format === 'csv', readFileSync(file, 'utf8').includes("'=1+1"));
    });
  }

  it('refuses goods that others changed since the export, and changes nothing in a dry run', async () => {
    const before = JSON.parse(await export_());
    const mine = structuredClone(before);
    mine.goods[0].price += 1;
    const dry = await runCli(['goods', 'import', '-', '--dry-run', '--json'], env, JSON.stringify(mine));
    assert.deepEqual([JSON.parse(dry.out).dry_run, JSON.parse(dry.out).changed], [true, 1]);
    assert.deepEqual(JSON.parse(await export_()), before);
    assert.equal((await runCli(['goods', 'import', '-'], env, JSON.stringify(mine))).code, 0);
    const theirs = structuredClone(before);
    theirs.goods[0].price += 2;
    const late = await runCli(['goods', 'import', '-'], env, JSON.stringify(theirs));
    assert.equal(late.code, 1);
    assert.match(late.err, /has changed since/);
  });

  it('a file with a wrong good changes nothing, and each wrong good is named by its place and title', async () => {
    const before = await export_();
    const { goods } = JSON.parse(before);
    const [first, second, third] = goods;
    const wrong = [
      { ...first, price: first.price + 1 },
      { ...second, title: 'Dear', price: -1 },
      { ...third, title: 'Members', member_price: third.price + 1 },
    ];
    const files = [
      [wrong, /good 2 \(Dear\): price must be an integer from 0/],
      [[wrong[0], wrong[2]], /good 2 \(Members\): member_price must not be above/],
      [
        [wrong[0], { ...second, title: 'No icon', icon: '/icons/none.png' }],
        /good 2 \(No icon\): icon must be/,
      ],
      [[wrong[0], { ...second, summary: 'x'.repeat(201) }], /good 2 .*: summary must be a text of 0 to 200/],
    ] as const;
    for (const [content, problem] of files) {
      for (const args of [['--dry-run'], [], ['--as-new']]) {
        const text = JSON.stringify({ goods: content });
        const result = await runCli(['goods', 'import', '-', ...args], env, text);
        assert.equal(result.code, 2, `${args} ${result.out}${result.err}`);
        assert.match(result.err, problem);
        assert.match(result.err, /nothing/);
        assert.equal(await export_(), before, args.join());
      }
    }
    const rows = await export_('--format', 'csv');
    const csv = `${rows.replace(/(?<=\r\n)[^\r]*\r\n/, '')}`.replaceAll(`,${third.price},`, ',-5,');
    const refused = await runCli(['goods', 'import', '-', '--format', 'csv'], env, csv);
    assert.equal(refused.code, 2, refused.out);
    assert.ok(refused.err.includes(`row 3 (${third.title}): price must be`), refused.err);
  });

  it('names the place of an unknown good, of an unknown operation, and of a good that others changed', async () => {
    const { goods } = JSON.parse(await export_());
    const [first, second] = goods;
    const importOf = (good: object) =>
      runCli(['goods', 'import', '-'], env, JSON.stringify({ goods: [first, good] }));
    const unknown = await importOf({ ...second, id: 9999 });
    assert.deepEqual(
      [unknown.code, unknown.err.includes(`good 2 (${second.title})`)],
      [4, true],
      unknown.err,
    );
    const operation = await importOf({ ...second, funct_name: 'mark_order_flying_carpet' });
    assert.deepEqual(
      [operation.code, operation.err.includes(`good 2 (${second.title})`)],
      [2, true],
      operation.err,
    );
    const late = await importOf({ ...second, price: second.price + 7, version: 'earlier' });
    assert.deepEqual([late.code, late.err.includes(`good 2 (${second.title})`)], [1, true], late.err);
  });

  it('an empty version overwrites a newer good, and a version that is no text is refused in plain words', async () => {
    const [first] = JSON.parse(await export_()).goods;
    const importOf = (good: object) =>
      runCli(['goods', 'import', '-'], env, JSON.stringify({ goods: [good] }));
    const overwritten = await importOf({ ...first, price: first.price + 3, version: '' });
    assert.equal(overwritten.code, 0, overwritten.err);
    const wrong = await importOf({ ...first, version: 7 });
    assert.match(wrong.err, /good 1 needs a text or nothing in version/);
  });

  for (const [what, content, problem] of [
    ['no goods', '{}', /no list/],
    ['a wrong field', '{"goods":[{"title":7}]}', /good 1 needs a text in title/],
    ['no JSON', 'title', /wrong/],
  ] as const) {
    it(`exits with 2 for a file with ${what}`, async () => {
      const result = await runCli(['goods', 'import', '-'], env, content);
      assert.equal(result.code, 2);
      assert.match(result.err, problem);
    });
  }

  it('exits with 2 for a CSV row with too few cells', async () => {
    const file = join(folder, 'short.csv');
    writeFileSync(file, 'id,title\r\n1\r\n');
    const result = await runCli(['goods', 'import', file], env);
    assert.equal(result.code, 2);
    assert.match(result.err, /row 2/);
  });
});
