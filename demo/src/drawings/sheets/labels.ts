import { glossaryWords } from '@seri/server/platform/i18n/glossary.ts';
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

/** Unknown codes are unchanged. */
export const equipmentInJapanese = (equip: string): string[] =>
  equip
    .split(' ')
    .filter(Boolean)
    .map((code) => EQUIPMENT[code] ?? code);

export const colorInJapanese = (color: string): string => PAINTS[color.toLowerCase().replaceAll(' ', '-')]?.ja ?? color;

/** Maker and model as printed on Japanese sheets; unknown names stay in Latin letters. */
export const carInJapanese = (maker: string, model: string): string =>
  `${inJapanese('maker', maker)} ${inJapanese('model', model)}`;

const names = new Map<string, string>();
function inJapanese(kind: string, name: string): string {
  if (names.size === 0)
    for (const word of glossaryWords())
      if (word.kind === 'maker' || word.kind === 'model') {
        const key = `${word.kind} ${word.en.toUpperCase()}`;
        if (!names.has(key)) names.set(key, word.ja);
      }
  return names.get(`${kind} ${name.toUpperCase()}`) ?? name;
}

const ERAS = [
  { from: 2019, name: '令和' },
  { from: 1989, name: '平成' },
  { from: 1926, name: '昭和' },
];

/** First registration in the Japanese era, as on sheets; 2019 changes on 1 May. */
export function eraOf(year: number | null, month: number | null): string {
  if (year === null) return '';
  const isStillHeisei = year === 2019 && month !== null && month < 5;
  const era = ERAS.find(({ from }) => from <= (isStillHeisei ? 2018 : year));
  if (!era) return String(year);
  const count = year - era.from + 1;
  return `${era.name}${count === 1 ? '元' : count}年${month === null ? '' : ` ${month}月`}`;
}
