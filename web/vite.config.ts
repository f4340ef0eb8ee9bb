import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const server = `http://127.0.0.1:${process.env.SERI_SERVER ?? '3000'}`;

export default defineConfig({
  plugins: [react()],
  server: { proxy: { '/v1': server, '/p/': server, '/s/': server } },
  build: {
    target: 'es2023',
    // Nothing may be inlined as data: or as script, so that the server can answer with a strict content policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // One file for what every page needs and no release of ours changes; the tiny shared ones compress badly.
        codeSplitting: {
          groups: [
            {
              name: 'vendor',
              test: /node_modules\/(react|react-dom|scheduler|@tanstack|zod|use-sync-external-store)\//,
            },
          ],
        },
      },
    },
  },
});
