import { PAINTS } from '../vehicles/core/paint.ts';

/** Labels of a Japanese sheet for the codes of a feed. */
const EQUIPMENT: Record<string, string> = {
  AC: 'エアコン',
  PS: 'パワステ',
  PW: 'パワーウィンドウ',
  ABS: 'ABS',
  NAVI: '純正ナビ',
  TV: 'フルセグTV',
  BC: 'バックカメラ',
  '360': '全周囲カメラ',
  ETC: 'ETC',
  AW: '純正AW',
  SR: 'サンルーフ',
  LEATHER: '本革シート',
  PSEAT: 'パワーシート',
  SH: 'シートヒーター',
  SKEY: 'スマートキー',
  LED: 'LEDライト',
  CC: 'クルーズコントロール',
  PSD: '電動スライドドア',
  DR: 'ドラレコ',
  TURBO: 'ターボ',
};

/** A code nobody knows stays as the feed wrote it. */
export const equipmentInJapanese = (equip: string): string[] =>
  equip
    .split(' ')
    .filter(Boolean)
    .map((code) => EQUIPMENT[code] ?? code);

export const colorInJapanese = (color: string): string => PAINTS[color.toLowerCase().replaceAll(' ', '-')]?.ja ?? color;

const ERAS = [
  { from: 2019, name: '令和' },
  { from: 1989, name: '平成' },
  { from: 1926, name: '昭和' },
];

/** First registration in the Japanese era, as sheets print it; 2019 changes on 1 May. */
export function eraOf(year: number | null, month: number | null): string {
  if (year === null) return '';
  const isStillHeisei = year === 2019 && month !== null && month < 5;
  const era = ERAS.find(({ from }) => from <= (isStillHeisei ? 2018 : year));
  if (!era) return String(year);
  const count = year - era.from + 1;
  return `${era.name}${count === 1 ? '元' : count}年${month === null ? '' : ` ${month}月`}`;
}
