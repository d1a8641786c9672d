/**
 * `node scripts/report-font.ts`: makes the font of the printed report, `src/imaging/report/noto-sans-sc.woff`: Noto
 * Sans SC (SIL Open Font Licence) with the characters of GB 2312, of Latin alphabets and of punctuation. The name of a
 * shop and the rule of an operator can contain any of these characters. The script installs the packages with the font
 * and the font tool in a temporary folder: they are large and only needed here, so they are not dependencies of the
 * project.
 */

import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const packages = ['@expo-google-fonts/noto-sans-sc@0.4.3', 'subset-font@2.9.0'];
const target = resolve(import.meta.dirname, '../src/imaging/report');

/** The characters of a range of code points, both ends included. */
function range(first: number, last: number): string {
  return String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, index) => first + index));
}

/** All characters of GB 2312: two bytes of 0xa1 to 0xfe each. */
function gb2312(): string {
  const decoder = new TextDecoder('gb2312');
  let characters = '';
  for (let first = 0xa1; first <= 0xf7; first++) {
    for (let second = 0xa1; second <= 0xfe; second++) {
      const character = decoder.decode(Uint8Array.of(first, second));
      // Two bytes that GB 2312 does not define decode to the replacement character or to a private-use character.
      if (!/[\ufffd\ue000-\uf8ff]/.test(character)) characters += character;
    }
  }
  return characters;
}

type Subset = (
  font: Buffer,
  characters: string,
  options: Readonly<Record<string, unknown>>,
) => Promise<Uint8Array>;

const folder = mkdtempSync(join(tmpdir(), 'photokiosk-font-'));
try {
  execFileSync(
    'npm',
    ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', ...packages],
    {
      stdio: 'inherit',
    },
  );
  const installed = createRequire(join(folder, 'node_modules', 'index.js'));
  const { default: subset }: { default: Subset } = await import(
    pathToFileURL(installed.resolve('subset-font')).href
  );
  const source = join(folder, 'node_modules/@expo-google-fonts/noto-sans-sc');
  const characters = `${gb2312()}${range(0x20, 0x17f)}${range(0x2010, 0x203f)}€−≤≥`;
  const font = readFileSync(join(source, '400Regular/NotoSansSC_400Regular.ttf'));
  const small = await subset(font, characters, {
    targetFormat: 'woff',
    noLayoutClosure: true,
    keepFeatures: [],
  });
  writeFileSync(join(target, 'noto-sans-sc.woff'), small);
  copyFileSync(join(source, 'LICENSE_FONT'), join(target, 'noto-sans-sc-LICENSE.txt'));
  console.log(`${characters.length} characters, ${small.length} bytes`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
