import { expect, test } from 'vitest';
import { moduleLinks } from './module-links.ts';

const manifest = {
  _vendor: { file: 'assets/vendor.js' },
  _parts: { file: 'assets/parts.js', imports: ['_vendor'], css: ['assets/parts.css'] },
  'src/list.tsx': { file: 'assets/list.js', imports: ['_parts', '_vendor'], css: ['assets/list.css'] },
  'src/lot.tsx': { file: 'assets/lot.js', imports: ['_parts'] },
};
const page = '<script type="module" src="/assets/vendor.js"></script>';

test('links a module and all its imports, each file once, without those of the page itself', () => {
  const links = moduleLinks(manifest, page)(['src/list.tsx', 'src/lot.tsx']);
  expect(links).toEqual({
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
  expect(moduleLinks(round, '')(['a', 'c']).scripts).toHaveLength(2);
});
