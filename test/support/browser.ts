/**
 * Finds and starts Chromium for tests of the pages: the program that `CHROMIUM_PATH` names, or one in `PATH`. On a
 * machine without Chromium, the tests are skipped with advice on how to install it; with `CI=true` they fail instead.
 */

import { accessSync, constants, mkdirSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
  type PageScreenshotOptions,
} from 'playwright-core';

/**
 * The names of the program, the preferred one first. The headless shell needs only two thirds of the processor time
 * that a complete Chromium needs for the same pages.
 */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

export function chromiumPath(): string | null {
  const given = process.env.CHROMIUM_PATH;
  if (given !== undefined && given !== '') return given;
  const folders = (process.env.PATH ?? '').split(delimiter);
  const paths = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return paths.find(isExecutable) ?? null;
}

const advice = 'no Chromium here: `apt-get install chromium-headless-shell`, or set CHROMIUM_PATH';

/**
 * @returns the value of the option `skip` of `describe`: the reason on a machine without Chromium, otherwise false.
 * @throws Error in CI without Chromium, because the tests must not be skipped there.
 */
export function skipWithoutChromium(): string | false {
  if (chromiumPath() !== null) return false;
  if (process.env.CI === 'true') throw new Error(advice);
  return advice;
}

/** Disables features that need a network or a graphics card, and provides an artificial camera. */
const flags = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--use-fake-ui-for-media-stream',
  // Two cameras, so that the page shows its list of cameras.
  '--use-fake-device-for-media-stream=device-count=2',
];

/**
 * Turns off V8's optimising compilers. A page of a test is closed before their work pays: without them, loading two
 * pages of the console and running axe-core on them takes 1.4 s of processor time instead of 1.8 s.
 */
const withoutOptimisation = '--js-flags=--no-opt --no-maglev';

/**
 * @param film an MJPEG file that the only camera plays again and again. Undefined: two cameras with Chromium's test
 * picture, and the page's code is not optimised, so that its face detector is slow.
 */
export function launchBrowser(film?: string): Promise<Browser> {
  const executablePath = chromiumPath();
  if (executablePath === null) throw new Error(advice);
  const args =
    film === undefined
      ? [...flags, withoutOptimisation]
      : [...flags, `--use-file-for-fake-video-capture=${film}`];
  // Switch off Chromium's sandbox for root, because Chromium does not start with it as root.
  return chromium.launch({
    executablePath,
    args: process.getuid?.() === 0 ? [...args, '--no-sandbox'] : args,
  });
}

export const desktop = { viewport: { width: 1280, height: 860 } } satisfies BrowserContextOptions;
export const phone = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
} satisfies BrowserContextOptions;

export interface Visitor {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Errors that the page caused: violations of the Content-Security-Policy, uncaught exceptions, console errors. */
  readonly complaints: string[];
}

/**
 * Removes the functions that the oldest browsers of `vite.config.ts` lack. The build lowers syntax, but not functions,
 * so a page that calls one of them fails in these browsers.
 */
function removeNewFunctions(): void {
  const lacking: readonly (readonly [object, readonly string[]])[] = [
    [URL, ['parse', 'canParse']],
    [Promise, ['withResolvers', 'try']],
    [Object, ['groupBy']],
    [Map, ['groupBy']],
    [Array, ['fromAsync']],
    [AbortSignal, ['any']],
    [String.prototype, ['isWellFormed', 'toWellFormed']],
    [
      Set.prototype,
      [
        ...['union', 'intersection', 'difference', 'symmetricDifference'],
        ...['isSubsetOf', 'isSupersetOf', 'isDisjointFrom'],
      ],
    ],
  ];
  for (const [owner, names] of lacking) for (const name of names) Reflect.deleteProperty(owner, name);
}

export async function newVisitor(browser: Browser, options: BrowserContextOptions): Promise<Visitor> {
  const context = await browser.newContext({
    reducedMotion: 'reduce',
    timezoneId: 'Asia/Shanghai',
    ...options,
  });
  await context.addInitScript(removeNewFunctions);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  const close = context.close.bind(context);
  context.close = async (closeOptions) => {
    // A handler of `page.route` can still work on a call when the test ends. Its error must not fail the test file.
    if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' });
    await close(closeOptions);
  };
  return { context, page, complaints };
}

const screenshots = fileURLToPath(new URL('../../out/screenshots/', import.meta.url));

/**
 * Saves a screenshot as `out/screenshots/<name>.png` if the variable `SCREENSHOTS` is set. No test reads the files, and
 * drawing them takes a sixth of the processor time of the tests of the pages.
 */
export async function saveScreenshot(
  page: Page,
  name: string,
  options: PageScreenshotOptions = {},
): Promise<void> {
  if (process.env.SCREENSHOTS === undefined) return;
  const path = `${screenshots}${name}.png`;
  mkdirSync(dirname(path), { recursive: true });
  await page.screenshot({ ...options, path });
}
