/**
 * `node scripts/report-font.ts`: makes the two fonts of the printed report in `src/imaging/report/` (SIL Open Font
 * Licence). Noto Sans SC has the characters of GB 2312, of punctuation and of the rules that come with the service.
 * Noto Sans has the Latin, Greek and Cyrillic letters that Noto Sans SC lacks. The name of a shop and the rule of an
 * operator can contain any of these characters. The script installs the packages with the fonts and the font tool in a
 * temporary folder: they are large and only needed here, so they are not dependencies of the project.
 */

import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { documentRules } from '../src/domain/documents/document-rules.ts';

const packages = [
  '@expo-google-fonts/noto-sans-sc@0.4.3',
  '@expo-google-fonts/noto-sans@0.4.2',
  'subset-font@2.9.0',
];
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

/** The characters of the texts of all rules that come with the service. */
function ofRules(): string {
  return documentRules
    .flatMap(({ names, sentence, source }) => [
      ...Object.values(names),
      ...Object.values(sentence),
      source.title,
    ])
    .join('');
}

/** Latin, Greek and Cyrillic letters of all living languages. */
const letters = `${range(0x20, 0x7e)}${range(0xa0, 0x24f)}${range(0x370, 0x52f)}${range(0x1e00, 0x1fff)}`;
const punctuation = `${range(0x2010, 0x203f)}€−≤≥`;

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
  const write = async (name: string, style: string, characters: string) => {
    const source = join(folder, 'node_modules/@expo-google-fonts', name);
    const small = await subset(readFileSync(join(source, `400Regular/${style}_400Regular.ttf`)), characters, {
      targetFormat: 'woff',
      noLayoutClosure: true,
      keepFeatures: [],
    });
    writeFileSync(join(target, `${name}.woff`), small);
    copyFileSync(join(source, 'LICENSE_FONT'), join(target, `${name}-LICENSE.txt`));
    console.log(`${name}: ${small.length} bytes`);
  };
  await write('noto-sans-sc', 'NotoSansSC', `${gb2312()}${range(0x20, 0x17f)}${punctuation}${ofRules()}`);
  await write('noto-sans', 'NotoSans', letters);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
