import { describe, expect, test } from 'vitest';
import { readPdf } from '../../testing/http/read-pdf.ts';
import { dayText, yenText } from './figures.ts';
import { type PdfDocument, renderPdf } from './pdf-document.ts';

const PAPER: PdfDocument = {
  title: 'Statement',
  language: 'ru',
  issuedAt: new Date('2026-11-22T03:00:00Z'),
  company: { name: 'Seri 競り', lines: ['横浜市中区 1-2-3', 'Yokohama, Japan'] },
  heading: 'Выписка',
  facts: [['Дата', dayText('2026-11-22', 'ru')]],
  addressee: ['Анна Petrova', 'C-0017'],
  blocks: [
    { kind: 'text', text: 'First paragraph\nВторой абзац' },
    {
      kind: 'table',
      columns: [{ heading: 'What' }, { heading: 'Amount', width: 100, right: true }],
      rows: [
        { cells: ['トヨタ Prius ЗВЗ', yenText(-1_250_000)] },
        { cells: ['Total', yenText(1_250_000)], bold: true },
      ],
    },
    { kind: 'facts', rows: [['Bank', 'Mizuho\nAccount 123']] },
  ],
  footer: 'Seri',
};
const table = (rows: string[][]): PdfDocument => ({
  ...PAPER,
  blocks: [
    {
      kind: 'table',
      columns: [{ heading: 'What' }, { heading: 'Yen', width: 90, right: true }],
      rows: rows.map((cells) => ({ cells })),
    },
  ],
});

describe('a document', () => {
  test('contains the written text in three scripts', async () => {
    const { pages, title } = await readPdf(await renderPdf(PAPER));
    expect(title).toBe('Statement');
    expect(pages).toHaveLength(1);
    expect(pages[0]).toEqual([
      'Seri 競り\tВыписка',
      expect.stringMatching(/^横浜市中区 1-2-3\tДата.*22\.11\.2026$/),
      'Yokohama, Japan',
      'Анна Petrova',
      'C-0017',
      'First paragraph',
      'Второй абзац',
      'What\tAmount',
      'トヨタ Prius ЗВЗ\t−1 250 000 ¥',
      'Total\t1 250 000 ¥',
      'Bank\tMizuho',
      'Account 123',
      'Seri\t1 / 1',
    ]);
  });

  test('is the same file each time it is rendered', async () => {
    const [first, second] = [await renderPdf(PAPER), await renderPdf(PAPER)];
    expect(first.equals(second)).toBe(true);
  });

  test('continues over pages, each with the heading of the table and its number, without losing a row', async () => {
    const rows = Array.from({ length: 90 }, (_, n) => [`Row ${n + 1}`, yenText(n)]);
    const { pages } = await readPdf(await renderPdf(table(rows)));
    expect(pages.length).toBeGreaterThan(2);
    for (const [index, lines] of pages.entries()) {
      expect(lines).toContain('What\tYen');
      expect(lines.at(-1)).toBe(`Seri\t${index + 1} / ${pages.length}`);
    }
    const read = pages.flat().filter((line) => line.startsWith('Row '));
    expect(read).toEqual(rows.map((cells) => cells.join('\t').replaceAll('\u00a0', ' ')));
  });

  test('keeps long words, characters without a glyph and right-to-left text inside their cell', async () => {
    const hostile = `${'W'.repeat(300)} \u202e\u0007txt.exe 🚗 ł ő ${'слово '.repeat(400)}`;
    const { pages } = await readPdf(await renderPdf(table([[hostile, yenText(1)]])));
    const text = pages.flat().join('\n');
    expect(text).toContain('txt.exe ?');
    expect(text).toContain('…');
    for (const letter of ['\u202e', '\u0007']) expect(text).not.toContain(letter);
    expect(pages).toHaveLength(1);
  });
});

test.each([
  [0, '0 ¥'],
  [-1_000, '−1 000 ¥'],
  [999_999_999, '999 999 999 ¥'],
])('formats %s yen as %s', (amountYen, text) => {
  expect(yenText(amountYen).replaceAll('\u00a0', ' ')).toBe(text);
});
