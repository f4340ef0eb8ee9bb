import { EQUIPMENT } from './equipment-words.ts';
import type { GlossaryOverrides } from './glossary-overrides.ts';
import { findWord, type WordLanguage, type WordRow, wordTable } from './word-table.ts';

export type { WordLanguage } from './word-table.ts';

export const COLORS = wordTable([
  ['PEARL WHITE', 'Pearl white', 'Белый перламутр', 'WHITE PEARL|パールホワイト|ホワイトパール|真珠白'],
  ['PEARL', 'Pearl', 'Жемчужный', 'パール'],
  ['WHITE', 'White', 'Белый', 'ホワイト|白'],
  ['IVORY', 'Ivory', 'Слоновая кость', 'アイボリー|象牙'],
  ['CREAM', 'Cream', 'Кремовый', 'クリーム|乳白'],
  ['SILVER', 'Silver', 'Серебристый', 'シルバー|銀'],
  ['GRAY', 'Gray', 'Серый', 'GREY|グレー|灰'],
  ['GUNMETAL', 'Gunmetal', 'Тёмно-серый', 'GUN METALLIC|ガンメタ|濃灰'],
  ['BLACK', 'Black', 'Чёрный', 'ブラック|黒'],
  ['BLUE', 'Blue', 'Синий', 'ブルー|青'],
  ['LIGHT BLUE', 'Light blue', 'Голубой', 'SKY BLUE|ライトブルー|水色|空色'],
  ['NAVY', 'Navy', 'Тёмно-синий', 'DARK BLUE|ネイビー|紺'],
  ['RED', 'Red', 'Красный', 'レッド|赤'],
  ['WINE', 'Wine', 'Бордовый', 'WINE RED|BORDEAUX|MAROON|ワイン|ワインレッド|えんじ'],
  ['PINK', 'Pink', 'Розовый', 'ピンク|桃'],
  ['PURPLE', 'Purple', 'Фиолетовый', 'VIOLET|パープル|紫'],
  ['GREEN', 'Green', 'Зелёный', 'グリーン|緑'],
  ['DARK GREEN', 'Dark green', 'Тёмно-зелёный', '深緑'],
  ['LIGHT GREEN', 'Light green', 'Салатовый', '黄緑'],
  ['LIME', 'Lime', 'Лаймовый', 'LIME GREEN|ライムグリーン'],
  ['KHAKI', 'Khaki', 'Хаки', 'カーキ'],
  ['YELLOW', 'Yellow', 'Жёлтый', 'イエロー|黄'],
  ['ORANGE', 'Orange', 'Оранжевый', 'オレンジ|橙'],
  ['GOLD', 'Gold', 'Золотистый', 'ゴールド|金'],
  ['BEIGE', 'Beige', 'Бежевый', 'ベージュ|薄茶'],
  ['BROWN', 'Brown', 'Коричневый', 'ブラウン|茶'],
  ['BRONZE', 'Bronze', 'Бронзовый', 'ブロンズ'],
  ['CHAMPAGNE', 'Champagne', 'Цвет шампанского', 'シャンパン'],
]);

export const GEARBOXES = wordTable([
  ['AT', 'AT', 'АКПП', 'FAT|CAT|オートマ|オートマチック'],
  ['IAT', 'AT, dash lever', 'АКПП, рычаг на панели', 'DAT|インパネAT'],
  ['CVT', 'CVT', 'вариатор', '無段変速'],
  ['DCT', 'DCT', 'робот, два сцепления', 'デュアルクラッチ'],
  ['AMT', 'AMT', 'робот', 'AGS|セミAT'],
  ['MT', 'MT', 'МКПП', 'FM|マニュアル'],
  ['ROTARY', 'Rotary, no clutch', 'ротационная, без сцепления', 'ロータリー'],
]);
/** `6AT`, and the auction houses' `F5`, `C4`: five gears on the floor, four on the column. */
export const GEARS = /^(?<before>[FC])?(?<gears>[3-9]|10)(?<kind>AT|MT)?$/i;

export const DRIVES = wordTable([
  ['FF', 'FF, front-wheel drive', 'FF, передний привод', '2WD(FF)'],
  ['FR', 'FR, rear-wheel drive', 'FR, задний привод', '2WD(FR)'],
  ['MR', 'MR, mid engine', 'MR, двигатель в базе, задний привод'],
  ['RR', 'RR, rear engine', 'RR, двигатель сзади, задний привод'],
  ['2WD', '2WD', '2WD', '二駆'],
  ['4WD', '4WD', '4WD, полный привод', 'AWD|四駆'],
  ['CHAIN', 'Chain', 'Цепь', 'チェーン'],
  ['SHAFT', 'Shaft', 'Кардан', 'シャフト'],
  ['BELT', 'Belt', 'Ремень', 'ベルト'],
]);

const MAKERS: readonly WordRow[] = [
  ['TOYOTA', 'Toyota', 'Тойота', 'トヨタ'],
  ['LEXUS', 'Lexus', 'Лексус', 'レクサス'],
  ['NISSAN', 'Nissan', 'Ниссан', '日産'],
  ['HONDA', 'Honda', 'Хонда', 'ホンダ'],
  ['SUZUKI', 'Suzuki', 'Сузуки', 'スズキ'],
  ['DAIHATSU', 'Daihatsu', 'Дайхатсу', 'ダイハツ'],
  ['MAZDA', 'Mazda', 'Мазда', 'マツダ'],
  ['SUBARU', 'Subaru', 'Субару', 'スバル'],
  ['MITSUBISHI', 'Mitsubishi', 'Мицубиси', '三菱'],
  ['ISUZU', 'Isuzu', 'Исузу', 'いすゞ'],
  ['HINO', 'Hino', 'Хино', '日野'],
  ['BMW', 'BMW', 'БМВ'],
  ['MERCEDES-BENZ', 'Mercedes-Benz', 'Мерседес', 'メルセデス・ベンツ'],
  ['AUDI', 'Audi', 'Ауди', 'アウディ'],
  ['VOLKSWAGEN', 'Volkswagen', 'Фольксваген', 'フォルクスワーゲン'],
  ['PORSCHE', 'Porsche', 'Порше', 'ポルシェ'],
  ['VOLVO', 'Volvo', 'Вольво', 'ボルボ'],
  ['PEUGEOT', 'Peugeot', 'Пежо', 'プジョー'],
  ['CITROEN', 'Citroen', 'Ситроен', 'シトロエン'],
  ['RENAULT', 'Renault', 'Рено', 'ルノー'],
  ['FIAT', 'Fiat', 'Фиат', 'フィアット'],
  ['JEEP', 'Jeep', 'Джип', 'ジープ'],
  ['LAND ROVER', 'Land Rover', 'Ленд Ровер', 'ランドローバー'],
  ['JAGUAR', 'Jaguar', 'Ягуар', 'ジャガー'],
  ['MINI', 'Mini', 'Мини', 'ミニ'],
  ['TESLA', 'Tesla', 'Тесла', 'テスラ'],
  ['YAMAHA', 'Yamaha', 'Ямаха', 'ヤマハ'],
  ['KAWASAKI', 'Kawasaki', 'Кавасаки', 'カワサキ'],
  ['HARLEY-DAVIDSON', 'Harley-Davidson', 'Харли-Дэвидсон', 'ハーレーダビッドソン'],
  ['DUCATI', 'Ducati', 'Дукати', 'ドゥカティ'],
  ['TRIUMPH', 'Triumph', 'Триумф', 'トライアンフ'],
];

/** Cyrillic and Japanese names of makers with their value in lots; for searching, not for display. */
export const makerAliases: ReadonlyMap<string, string> = new Map(
  MAKERS.flatMap(([value, , ru, ja]) => [ru, ja ?? ''].filter(Boolean).map((name) => [name.toLowerCase(), value])),
);

/** Whether the text is the value of a maker, written exactly as lots have it. */
export const isKnownMaker = (value: string): boolean => MAKERS.some(([name]) => name === value);

/** Separates the two tones of a color. */
export const PARTS_OF_COLOR = /[/+・]/;
/** Whether every tone of the color is in the built-in table. */
export const isKnownColor = (value: string): boolean =>
  value.split(PARTS_OF_COLOR).every((part) => findWord(COLORS, part, 'en') !== undefined);

const eachPart = (value: string, divider: RegExp, word: (part: string) => string): string =>
  value
    .split(divider)
    .map((part) => word(part.trim()))
    .filter(Boolean)
    .join(' / ');

/** Translates a lot's color; two tones part by part. Unknown texts are returned as the auction house wrote them. */
export const colorIn = (value: string, language: WordLanguage, own: GlossaryOverrides = {}): string =>
  eachPart(value, PARTS_OF_COLOR, (part) => findWord(COLORS, part, language, own.color) ?? part);

/** Translates a gearbox; a number of gears stays in front, as in 5MT. Unknown texts are returned unchanged. */
export function gearboxIn(value: string, language: WordLanguage, { gearbox: own }: GlossaryOverrides = {}): string {
  const known = findWord(GEARBOXES, value, language, own);
  if (known) return known;
  const { before, gears, kind } = GEARS.exec(value.trim())?.groups ?? {};
  if (!gears || (!before && !kind)) return value;
  const letters = (kind ?? 'MT').toUpperCase();
  return `${gears}${findWord(GEARBOXES, letters, language, own) ?? letters}`;
}

/** Translates a drive; unknown texts are returned unchanged. */
export const driveIn = (value: string, language: WordLanguage, own: GlossaryOverrides = {}): string =>
  findWord(DRIVES, value, language, own.drive) ?? value;

export interface EquipmentWord {
  /** As the auction house wrote it; the key of a list. */
  code: string;
  text: string;
}

export const PARTS_OF_EQUIPMENT = /[\s,、/]+/;
const NOT_EQUIPPED = /^(not equipped|-|–)?$/i;

/** Equipment as a list of terms; empty for "not equipped" (business-rules.md#not-equipped), unknown codes unchanged. */
export function equipmentIn(value: string, language: WordLanguage, own: GlossaryOverrides = {}): EquipmentWord[] {
  if (NOT_EQUIPPED.test(value.trim())) return [];
  const codes = new Set(value.split(PARTS_OF_EQUIPMENT).filter(Boolean));
  return [...codes].map((code) => ({ code, text: findWord(EQUIPMENT, code, language, own.equipment) ?? code }));
}
