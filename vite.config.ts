/**
 * How Vite builds the pages of `web/`. `scripts/build-web.ts` builds each page separately; `npx vite` serves both
 * from source, at `/shop/` and `/console/`, and passes calls on to a running service.
 */

import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const inWeb = (path: string) => fileURLToPath(new URL(`web/${path}`, import.meta.url));

/** The service to which `npx vite` passes calls during development. */
const service = process.env.SERVICE_URL ?? 'http://127.0.0.1:8080';
const servedByService = [
  '/index.php',
  '/v1',
  '/shop/config',
  '/shop/theme.css',
  '/shop/site.webmanifest',
  '/icons',
  '/assets',
  '/files',
  '/sandbox',
  '/admin/api',
];

export default defineConfig({
  root: inWeb(''),
  publicDir: false,
  plugins: [react()],
  server: { proxy: Object.fromEntries(servedByService.map((path) => [path, service])) },
  build: {
    // The build lowers syntax, but not functions. The tests remove the functions that these browsers lack.
    target: ['es2022', 'chrome111', 'safari16.4', 'firefox115'],
    // The Content-Security-Policy allows files, not `data:` addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
});
