/**
 * Serves the pages that `scripts/build-web.ts` built: the shop at `/`, the console at `/admin`, and their files
 * under `/web/`. The files are read once at the start, so a new build needs a restart.
 */

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Language, preferredLanguage } from '../../domain/language.ts';
import { builtInSettings, type ShopSettings } from '../../domain/shop-settings.ts';
import type { HttpOptions } from '../app-options.ts';
import { html } from './html.ts';
import { securePage, sendPage } from './page.ts';
import { withShopSettings } from './with-shop-settings.ts';

export const builtWebFolder = fileURLToPath(new URL('../../../web/dist/', import.meta.url));

/**
 * Allows scripts and styles from this origin only. `blob:` is allowed, because the page shows a photo before it is
 * uploaded.
 */
function pagePolicy(resultOrigins: readonly string[]): string {
  const images = ["'self'", 'blob:', 'data:', ...resultOrigins].join(' ');
  return `default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self'; img-src ${images}; font-src 'self'; connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;
}

const permissions = 'camera=(self), microphone=(), geolocation=(), payment=(), usb=()';

const contentTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.jpg': 'image/jpeg',
  '.woff2': 'font/woff2',
};

interface WebFile {
  readonly contentType: string;
  readonly etag: string;
  readonly plain: Buffer;
  readonly brotli: Buffer | null;
  readonly gzip: Buffer | null;
}

function readWebFile(path: string): WebFile {
  const besides = (extension: string) =>
    existsSync(`${path}${extension}`) ? readFileSync(`${path}${extension}`) : null;
  return { ...webFileOf(readFileSync(path), extname(path)), brotli: besides('.br'), gzip: besides('.gz') };
}

/**
 * Makes the response data of a file. An HTML page has only a few kilobytes and is compressed here, when the service
 * starts. For other files, `readWebFile` reads the compressed copies that the build has written.
 */
function webFileOf(plain: Buffer, extension: string): WebFile {
  return {
    contentType: contentTypes[extension] ?? 'application/octet-stream',
    etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
    plain,
    brotli: extension === '.html' ? brotliCompressSync(plain) : null,
    gzip: extension === '.html' ? gzipSync(plain) : null,
  };
}

/** @returns whether `Accept-Encoding` contains `coding` without the weight 0. */
function takes(request: FastifyRequest, coding: string): boolean {
  const accepted = String(request.headers['accept-encoding'] ?? '');
  return new RegExp(`(?:^|,)\\s*${coding}\\s*(?:$|,|;(?!\\s*q=0(?:\\.0+)?\\s*(?:,|$)))`).test(accepted);
}

function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: WebFile,
  vary = 'accept-encoding',
): FastifyReply {
  reply.header('vary', vary).header('etag', file.etag).header('content-type', file.contentType);
  if (request.headers['if-none-match'] === file.etag) return reply.code(304).send();
  if (file.brotli !== null && takes(request, 'br')) {
    return reply.header('content-encoding', 'br').send(file.brotli);
  }
  if (file.gzip !== null && takes(request, 'gzip')) {
    return reply.header('content-encoding', 'gzip').send(file.gzip);
  }
  return reply.send(file.plain);
}

/** Registers one route per file, so that no request can reach another file. Names contain a hash of the content. */
function registerAssets(app: FastifyInstance, folder: string, page: string): void {
  const assets = join(folder, page, 'assets');
  if (!existsSync(assets)) return;
  for (const name of readdirSync(assets)) {
    if (name.endsWith('.br') || name.endsWith('.gz')) continue;
    const file = readWebFile(join(assets, name));
    app.get(`/web/${page}/assets/${name}`, { schema: { hide: true } }, async (request, reply) =>
      sendFile(request, reply.header('cache-control', 'public, max-age=31536000, immutable'), file),
    );
  }
}

/** The page for one language with the shop's present settings; null if the page is not built. */
function readPage(
  path: string,
  publicUrl: string,
  settings: () => ShopSettings,
): ((language: Language) => WebFile) | null {
  if (!existsSync(path)) return null;
  const page = readFileSync(path, 'utf8');
  let made = new Map<Language, WebFile>();
  let madeFor = settings();
  return (language) => {
    const now = settings();
    if (now !== madeFor) [made, madeFor] = [new Map(), now];
    const known = made.get(language);
    if (known !== undefined) return known;
    const file = webFileOf(
      Buffer.from(withShopSettings(page, { language, publicUrl, settings: now })),
      '.html',
    );
    made.set(language, file);
    return file;
  };
}

interface Page {
  readonly urls: readonly string[];
  readonly folder: string;
  readonly name: string;
  readonly publicUrl: string;
  readonly policy: string;
  readonly settings: () => ShopSettings;
}

function registerPage(app: FastifyInstance, { urls, folder, name, publicUrl, policy, settings }: Page): void {
  const page = readPage(join(folder, name, 'index.html'), publicUrl, settings);
  registerAssets(app, folder, name);
  for (const url of urls) {
    app.get(url, { schema: { hide: true } }, async (request, reply) => {
      if (page === null) return sendMissing(reply);
      securePage(reply, policy).header('permissions-policy', permissions).header('cache-control', 'no-cache');
      const language = preferredLanguage((request.headers['accept-language'] ?? '').split(','));
      return sendFile(request, reply, page(language), 'accept-encoding, accept-language');
    });
  }
}

function sendMissing(reply: FastifyReply): FastifyReply {
  return sendPage(
    reply.code(503),
    'Photokiosk',
    html`<main>
<h1>Photokiosk</h1>
<p>The service runs, but its web pages are not built. Run <code>npm ci</code> with the development dependencies, or <code>npm start</code>, and start the service again.</p>
<p>The API works without them.</p>
<p class="links"><a href="/docs">API reference</a> <a href="/docs/errors">Error codes</a> <a href="/openapi.json">OpenAPI document</a></p>
</main>`,
  );
}

export function registerWebPages(
  app: FastifyInstance,
  { webFolder: folder = builtWebFolder, publicUrl, resultOrigins = [], storefront }: HttpOptions,
): void {
  // Links to pictures lead to the object store, and both pages show pictures.
  const policy = pagePolicy(resultOrigins);
  const shop = {
    urls: ['/'],
    name: 'shop',
    settings: storefront.settings,
  };
  const console = {
    urls: ['/admin', '/admin/*'],
    name: 'console',
    settings: () => builtInSettings,
  };
  // Unknown addresses of the console's API are no pages of the console.
  app.all('/admin/api/*', { schema: { hide: true } }, async (_request, reply) => {
    reply.callNotFound();
    return reply;
  });
  for (const page of [shop, console]) registerPage(app, { ...page, folder, publicUrl, policy });
}
