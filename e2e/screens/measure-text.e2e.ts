import { expect, type Page, test } from '@playwright/test';
import { type FaultKind, measureText } from './measure-text.ts';

const STYLE =
  '* { box-sizing: border-box } body { margin: 8px; font: 14px/1.4 "DejaVu Sans", sans-serif } p { margin: 0 } .one { overflow: hidden; text-overflow: ellipsis; white-space: nowrap }';

async function kindsIn(page: Page, html: string): Promise<FaultKind[]> {
  await page.setContent(
    `<!doctype html><meta name="viewport" content="width=device-width"><style>${STYLE}</style><body>${html}</body>`,
  );
  return (await measureText(page)).map(({ kind }) => kind);
}

/** One page for each kind of fault. */
const FAULTS: [what: string, kind: FaultKind, html: string][] = [
  [
    'a line wider than what hides it',
    'cut',
    '<p style="width:90px;overflow:hidden;white-space:nowrap">Export type C, diesel</p>',
  ],
  [
    'a second line that a fixed height hides',
    'cut',
    '<p style="width:90px;height:20px;overflow:hidden">Export type C, diesel</p>',
  ],
  [
    'text that an ancestor further up cuts',
    'cut',
    '<div style="width:60px;overflow:clip"><div><b style="display:block;width:200px">Three years old</b></div></div>',
  ],
  [
    'an absolute line that its containing block cuts',
    'cut',
    '<div style="position:relative;width:90px;height:40px;overflow:hidden"><p style="position:absolute;left:20px;white-space:nowrap">Export type C, diesel</p></div>',
  ],
  ['words that leave their button', 'cut', '<button style="width:60px;white-space:nowrap">Show all lots</button>'],
  [
    'words beyond the edge of the window',
    'cut',
    '<p style="position:fixed;left:350px;white-space:nowrap">Bidding closes soon</p>',
  ],
  ['a figure wider than its field', 'cut', '<input inputmode="numeric" value="4 500 000" style="width:60px">'],
  [
    'a choice wider than its select',
    'cut',
    '<select style="width:70px"><option>Export type C, diesel</option></select>',
  ],
  [
    'an ellipsis beside which the row is empty',
    'ellipsis',
    '<div style="display:flex;width:380px"><span class="one" title="Nagoya auction" style="width:60px">Nagoya auction</span><b>Bid</b></div>',
  ],
  [
    'an ellipsis in a table whose other column is empty',
    'ellipsis',
    '<table style="width:370px;table-layout:fixed"><tr><td class="one" title="Nagoya auction" style="width:60px">Nagoya auction</td><td>Prius</td></tr></table>',
  ],
  [
    'a shortened price',
    'ellipsis',
    '<div style="display:flex;width:60px"><span class="one" title="4 500 000 ¥">4 500 000 ¥</span></div>',
  ],
  [
    'a shortened heading',
    'ellipsis',
    '<h1 class="one" title="Toyota Prius Alpha" style="width:60px">Toyota Prius Alpha</h1>',
  ],
  [
    'a shortened name that has to be whole',
    'ellipsis',
    '<p data-whole class="one" title="Toyota Prius Alpha" style="width:60px">Toyota Prius Alpha</p>',
  ],
  [
    'a shortened text that is told nowhere else',
    'ellipsis',
    '<div style="width:60px"><p class="one">Equipment and remarks</p></div>',
  ],
  [
    'clamped lines whose rest is told nowhere',
    'ellipsis',
    '<p style="width:90px;display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:1;overflow:hidden">Equipment and remarks</p>',
  ],
  [
    'a countdown over the next column',
    'overlap',
    '<div style="display:flex;width:200px"><span style="width:60px;white-space:nowrap">closes in 6 days</span><span>Average</span></div>',
  ],
  [
    'an absolute line over text',
    'overlap',
    '<div style="position:relative"><p>Average 450 000 ¥</p><p style="position:absolute;top:4px;left:20px">in 6 days</p></div>',
  ],
  [
    'a message over the field below',
    'overlap',
    '<div style="position:relative"><input value="2026"><p role="alert" style="position:absolute;top:100%">This is no day</p></div><input value="Toyota" style="display:block;margin-top:6px">',
  ],
  [
    'text over what is typed in a field',
    'overlap',
    '<div style="position:relative;width:200px"><input value="4 500 000"><span style="position:absolute;left:20px;top:1px">JPY</span></div>',
  ],
  [
    'a badge in two lines',
    'broken',
    '<span style="display:inline-block;width:62px;border:1px solid;border-radius:4px">без оценки</span>',
  ],
  ['a word broken in the middle', 'broken', '<p style="width:60px;overflow-wrap:anywhere">Mitsubishi</p>'],
  ['a figure broken between its groups', 'broken', '<p style="width:70px">4 500 000</p>'],
  ['a unit torn off its figure', 'broken', '<p style="width:50px">42000 km</p>'],
  ['text under 12 px', 'small', '<p style="font-size:11px">Average</p>'],
  [
    'text of a drawing that comes out under 12 px',
    'small',
    '<svg viewBox="0 0 200 100" width="100"><text y="20" font-size="14">Nov</text></svg>',
  ],
  [
    'a placeholder wider than its field',
    'placeholder',
    '<input placeholder="Lot, chassis or model" style="width:80px">',
  ],
  ['a page wider than its window', 'sideways', '<div style="width:900px;background:red">wide</div>'],
];

/** Looks like a fault but is correct. */
const SOUND: [what: string, html: string][] = [
  [
    'text for screen readers',
    '<span style="position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap">Only for ears</span><p>Seen</p>',
  ],
  [
    'text for screen readers in the old way',
    '<span style="position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0 0 0 0);white-space:nowrap">Only for ears</span><p>Seen</p>',
  ],
  [
    'a table that scrolls in its frame',
    '<div style="overflow-x:auto;width:200px"><table><tr><td style="white-space:nowrap">A line that is much wider than its frame, which scrolls</td></tr></table></div>',
  ],
  [
    'a list that scrolls over what lies below it',
    '<div style="overflow-y:auto;height:30px"><p>One</p><p>Two</p><p>Three</p></div><p>Below</p>',
  ],
  [
    'clamped lines whose whole text is told',
    '<p title="Equipment and remarks" style="width:90px;display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:1;overflow:hidden">Equipment and remarks</p>',
  ],
  [
    'an ellipsis in a full row that is told',
    '<div style="display:flex;width:150px"><span class="one" title="Equipment and remarks">Equipment and remarks</span><b>Nagoya</b></div>',
  ],
  [
    'the next slide of a carousel, out of sight',
    '<div style="width:100px;overflow:hidden;display:flex"><p style="flex:none;width:100px">First</p><p style="flex:none;width:100px">Second</p></div>',
  ],
  ['what is folded away', '<div style="height:0;overflow:hidden"><p>Folded</p></div><p>Below</p>'],
  [
    'an open list over the page',
    '<div style="position:relative"><button>Maker</button><div role="listbox" style="position:absolute;background:white"><div role="option">Toyota</div></div></div><p>Below it</p><p>Further below</p>',
  ],
  [
    'a header that stays in view over the list',
    '<header style="position:sticky;top:0;margin-bottom:-20px">Listing</header><p>First lot</p>',
  ],
  ['a line of a tall face in a low line box', '<p style="line-height:1;overflow:hidden">Größe, Ёлка</p>'],
  [
    'a unit that stands within its field',
    '<div style="position:relative;width:180px"><input value="4 500" inputmode="numeric" style="width:180px"><span style="position:absolute;right:8px;top:2px">¥</span></div>',
  ],
  [
    'a sentence of two lines with figures',
    '<p style="width:200px">Bidding closes 25 Nov at 12:30 for 450 000 ¥ and more</p>',
  ],
  [
    'an address broken to fit',
    '<p style="width:120px;overflow-wrap:anywhere">somebody.with.a.long.name@example.com</p>',
  ],
  ['a compound broken at its hyphen', '<p style="width:62px">Mercedes-Benz</p>'],
  ['a name whose figures are no number', '<p style="width:130px">YAMAHA YZF-R25 2015</p>'],
  [
    'what lies under an open window',
    '<p style="width:40px;overflow:hidden;white-space:nowrap">Below the window</p><div role="dialog"><p>Window</p></div>',
  ],
  [
    'what is not shown',
    '<p style="visibility:hidden;width:20px;overflow:hidden">Measured only</p><p hidden>Not there</p><p>Seen</p>',
  ],
  [
    'a long text in a field, which scrolls as it is written',
    '<input value="A long search that somebody writes in a field" style="width:120px">',
  ],
];

test.describe('on a desktop', () => {
  test.use({ viewport: { width: 390, height: 600 } });

  // One page for all, because opening one takes longer than measuring it.
  test('detects each kind of fault', async ({ page }) => {
    for (const [what, kind, html] of FAULTS) expect.soft(await kindsIn(page, html), what).toContain(kind);
  });

  test('ignores what only looks like a fault', async ({ page }) => {
    for (const [what, html] of SOUND) expect.soft(await kindsIn(page, html), what).toEqual([]);
  });
});

test.describe('on a touch screen', () => {
  test.use({ viewport: { width: 390, height: 600 }, hasTouch: true, isMobile: true });

  test('detects fields into which a phone zooms, of every kind', async ({ page }) => {
    for (const field of ['<input value="a">', '<select><option>a</option></select>', '<textarea>a</textarea>']) {
      expect(await kindsIn(page, `<style>:is(input,select,textarea){font-size:14px}</style>${field}`)).toEqual([
        'input',
      ]);
      expect(await kindsIn(page, `<style>:is(input,select,textarea){font-size:16px}</style>${field}`)).toEqual([]);
    }
    expect(await kindsIn(page, '<input type="checkbox" style="font-size:12px">')).toEqual([]);
  });
});
