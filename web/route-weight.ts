import { brotliCompressSync } from 'node:zlib';
import type { Plugin } from 'vite';
import { isLater, readTexts } from './text-parts.ts';

interface Limits {
  /** End of the path of the route's screen. */
  screen: string;
  javaScriptKb: number;
  cssKb: number;
}

interface Chunk {
  type: 'chunk';
  code: string;
  fileName: string;
  facadeModuleId: string | null;
  moduleIds: string[];
  imports: string[];
  modules: Record<string, { code: string | null }>;
  viteMetadata?: { importedCss?: Set<string> };
}

const ENTRY = '/app/main.tsx';

/** Compressed size in kilobytes, as a browser downloads it. */
const weigh = (parts: (string | Uint8Array)[]) =>
  parts.reduce((sum, part) => sum + brotliCompressSync(part).length, 0) / 1000;

/** Text keys in these modules that are not part of the first page's texts. */
function laterTextsIn(modules: { code: string | null }[]): string[] {
  const keys = new Set(Object.keys(readTexts('en')).map((key) => key.replace(/_(one|few|many|other)$/, '')));
  const named = modules.flatMap(({ code }) =>
    [...(code ?? '').matchAll(/["'`]([A-Za-z][\w.]+)["'`]/g)].map(([, key]) => key ?? ''),
  );
  return [...new Set(named)].filter((key) => keys.has(key) && isLater(key));
}

/** Fails the build if the first visit to a route (entry, screen and the larger language) exceeds its limits. */
export function routeWeight({ screen, javaScriptKb, cssKb }: Limits): Plugin {
  return {
    name: 'route-weight',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const files = bundle as unknown as Record<string, Chunk | { type: 'asset'; source: string | Uint8Array }>;
        const chunks = Object.values(files).filter((file): file is Chunk => file.type === 'chunk');
        // Match by module: the bundler has already removed an entry that only re-exports its chunks.
        const starts = chunks.filter(
          ({ moduleIds, facadeModuleId }) =>
            moduleIds.some((id) => id.endsWith(ENTRY)) || facadeModuleId?.endsWith(screen),
        );
        const loaded = new Set<Chunk>();
        const visit = (chunk: Chunk) => {
          if (loaded.has(chunk)) return;
          loaded.add(chunk);
          for (const name of chunk.imports) {
            const next = files[name];
            if (next?.type === 'chunk') visit(next);
          }
        };
        for (const chunk of starts) visit(chunk);
        const languages = chunks.filter(({ facadeModuleId }) => facadeModuleId === '\0virtual:texts/en/first');
        if (starts.length < 2 || languages.length !== 1)
          this.error(`route-weight finds no screen ${screen} or no texts`);
        const missing = laterTextsIn([...loaded].flatMap(({ modules }) => Object.values(modules)));
        if (missing.length > 0)
          this.error(`${screen} shows texts that load later (text-parts.ts): ${missing.join(', ')}`);
        const javaScript = weigh([...loaded, ...languages].map(({ code }) => code));
        const sheets = new Set([...loaded].flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]));
        const css = weigh(
          [...sheets].flatMap((name) => {
            const file = files[name];
            return file?.type === 'asset' ? [file.source] : [];
          }),
        );
        const words = `${screen}: ${javaScript.toFixed(1)} kB of JavaScript (limit ${javaScriptKb}), ${css.toFixed(1)} kB of CSS (limit ${cssKb}), brotli`;
        if (javaScript > javaScriptKb || css > cssKb) this.error(words);
        this.info(words);
      },
    },
  };
}
