import { expect, test } from 'vitest';
import { moduleFiles, preloadOf, styleOf } from './module-files.ts';

const manifest = {
  _vendor: { file: 'assets/vendor.js' },
  _parts: { file: 'assets/parts.js', imports: ['_vendor'], css: ['assets/parts.css'] },
  'src/list.tsx': { file: 'assets/list.js', imports: ['_parts', '_vendor'], css: ['assets/list.css'] },
  'src/lot.tsx': { file: 'assets/lot.js', imports: ['_parts'] },
};
const page = '<script type="module" src="/assets/vendor.js"></script>';

test('finds the files of a module and of all its imports, each once, without those of the page itself', () => {
  const { styles, scripts } = moduleFiles(manifest, page)(['src/list.tsx', 'src/lot.tsx']);
  expect({ styles: styles.map(styleOf), scripts: scripts.map(preloadOf) }).toEqual({
    styles: [
      '<link rel="stylesheet" crossorigin href="/assets/parts.css" />',
      '<link rel="stylesheet" crossorigin href="/assets/list.css" />',
    ],
    scripts: [
      '<link rel="modulepreload" crossorigin href="/assets/parts.js" />',
      '<link rel="modulepreload" crossorigin href="/assets/list.js" />',
      '<link rel="modulepreload" crossorigin href="/assets/lot.js" />',
    ],
  });
});

test('handles import cycles, and skips unknown modules', () => {
  const round = { a: { file: 'a.js', imports: ['b'] }, b: { file: 'b.js', imports: ['a'] } };
  expect(moduleFiles(round, '')(['a', 'c']).scripts).toHaveLength(2);
});
