import react from '@vitejs/plugin-react';
import mantine from 'postcss-preset-mantine';
import { defineConfig, type UserConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { growWithText } from './grow-with-text.ts';
import { readableOffline } from './readable-offline.ts';
import { routeParts } from './route-parts.ts';
import { routeWeight } from './route-weight.ts';
import { textParts } from './text-parts.ts';

const server = `http://127.0.0.1:${process.env.SERI_SERVER ?? '3000'}`;

const css = { postcss: { plugins: [mantine(), growWithText()] } };

const forBrowsers: UserConfig = {
  css,
  plugins: [
    react(),
    textParts(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'src/shell/offline',
      filename: 'service-worker.ts',
      // The server writes the manifest with the company's branding, and the app registers the worker itself.
      manifest: false,
      injectRegister: false,
      injectManifest: {
        globPatterns: ['assets/**/*.{js,css}', 'before-paint.js'],
        dontCacheBustURLsMatching: /^assets\//,
        manifestTransforms: [readableOffline],
      },
    }),
    routeWeight({ screen: '/lots/listing/lot-list-screen.tsx', javaScriptKb: 170, cssKb: 25 }),
    routeWeight({ screen: '/lots/listing/lot-table-view.tsx', javaScriptKb: 176, cssKb: 25 }),
  ],
  server: { proxy: { '/v1': server, '/p/': server, '/s/': server, '/brand/': server } },
  build: {
    target: 'es2023',
    // Inline nothing as data: or script, so that the server can send a strict content policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The server reads the manifest to preload the files of a page.
    manifest: 'manifest.json',
    // The other build writes into the same folder at the same time.
    emptyOutDir: false,
    rolldownOptions: {
      output: {
        // Two chunks for the code of every page, because many tiny files compress badly: third-party code, which rarely
        // changes, and ours.
        codeSplitting: {
          groups: [
            {
              name: 'vendor',
              priority: 11,
              test: /node_modules\/(react|react-dom|scheduler|@tanstack|zod|use-sync-external-store)\//,
            },
            { name: 'shell', priority: 10, tags: ['$initial'] },
            ...routeParts,
          ],
        },
      },
    },
  },
};

// Bundle all dependencies, because the server does not have React installed.
const forServer: UserConfig = {
  css,
  plugins: [react(), textParts()],
  // Decided here, because the server would otherwise load React's slow development build.
  define: { 'process.env.NODE_ENV': JSON.stringify('production') },
  ssr: { noExternal: true },
  build: { target: 'node24', copyPublicDir: false, rolldownOptions: { input: 'src/app/prerender.tsx' } },
};

export default defineConfig(({ isSsrBuild }) => (isSsrBuild ? forServer : forBrowsers));
