import { describe, expect, test } from 'vitest';
import { readPdf } from '../../testing/http/read-pdf.ts';
import { loadFaces } from './faces.ts';
import { type PdfDocument, renderPdf } from './pdf-document.ts';
import { drawableText, runsOf } from './text-runs.ts';
import { unprintableLetters } from './unprintable.ts';

const NAMES: [script: string, name: string][] = [
  ['Latin extended', 'Łukasz Żółć Ștefan Țîrlea Øyvind'],
  ['Vietnamese', 'Nguyễn Thị Ánh'],
  ['Cyrillic extended', 'Ганбаатар Өнөрцэцэг'],
  ['Kazakh', 'Қайрат Әбділдәұлы Ғ Ң Һ'],
  ['Ukrainian and Serbian', 'Ґалаґан Їжак Єва Ђорђе Љ Њ Џ'],
  ['Georgian', 'გიორგი ბერიძე'],
  ['Armenian', 'Արմեն Սարգսյան'],
  ['Greek', 'Γιώργος Παπαδόπουλος'],
  ['Arabic', 'محمد بن سلمان'],
  ['Persian and Urdu', 'علی می\u200cخواهم پاکستان ٹھیک'],
  ['Hebrew', 'דוד כהן'],
  ['Thai', 'สมชาย ใจดี'],
  ['simplified Chinese', '张伟 刘强东'],
  ['traditional Chinese', '陳大文 們 龍'],
  ['Korean', '김민수 이'],
  ['Bengali', 'রহিম উদ্দিন'],
  ['Sinhala', 'නිමල් පෙරේරා'],
  ['Tamil', 'தமிழ் செல்வன்'],
  ['Devanagari', 'अमित कुमार'],
  ['Ethiopic', 'አበበ ቢቂላ'],
  ['Burmese', 'မောင်မောင်'],
  ['Khmer', 'សុខ សុភា'],
  ['Lao', 'ສົມສັກ'],
];

const paperFor = (name: string): PdfDocument => ({
  title: 'Statement',
  language: 'en',
  issuedAt: new Date('2026-11-22T03:00:00Z'),
  company: { name: 'Seri', lines: [] },
  heading: 'Statement',
  facts: [],
  addressee: [name],
  blocks: [{ kind: 'text', text: name }],
  footer: 'Seri',
});

describe('names of buyers', () => {
  test.each(NAMES)('in %s are drawn without a missing character, bold and regular', async (_, name) => {
    expect(await unprintableLetters([name])).toEqual([]);
    const faces = await loadFaces(name);
    for (const weight of [400, 700] as const) {
      const glyphs = runsOf(name, faces[weight])
        .map((run) => run.text)
        .join('');
      expect([...glyphs].sort()).toEqual([...name].sort());
    }
    const text = (await readPdf(await renderPdf(paperFor(name)))).pages.flat().join('');
    expect(text).not.toContain('?');
  });

  // @covers SEC-08
  test('report characters without a font before anything is drawn', async () => {
    expect(await unprintableLetters(['Anna 🚗🚗 ﷽𓀀', null, '🚗'])).toEqual(['🚗', '𓀀']);
  });
});

describe('the order of a line', () => {
  const orderOf = async (line: string) => runsOf(line, (await loadFaces(line))[400]).map((run) => run.text);

  test('is from left to right for other scripts', async () => {
    expect(await orderOf('Lot 12 (USS)')).toEqual(['Lot 12 (USS)']);
  });
  test('reverses a Hebrew line, keeps its numbers, and mirrors its brackets', async () => {
    expect(
      (await orderOf('דוד (5) כהן'))
        .join('|')
        .replaceAll(/[א-ת]+/g, 'H')
        .replaceAll(' ', ''),
    ).toBe('H|(|5|)|H');
    expect((await orderOf('(דוד)')).join('')).toBe('(דוד)');
  });
  test('keeps an Arabic name in its place inside an English line', async () => {
    const [before = '', ...rest] = await orderOf('Mr. محمد of Dubai');
    expect(before.trimEnd()).toBe('Mr.');
    expect(rest.at(-1)?.trim()).toBe('of Dubai');
  });
});

test('removes invisible characters and keeps joiners inside words', async () => {
  const { 400: faces } = await loadFaces('می\u200cخواهم');
  expect(drawableText('a\u202eb\u0007c\u200b', faces)).toBe('abc');
  expect(drawableText('می\u200cخواهم', faces)).toBe('می\u200cخواهم');
});
