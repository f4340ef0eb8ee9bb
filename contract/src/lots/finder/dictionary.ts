import { isKana as isKanaText, toRomaji } from 'wanakana';
import { EQUIPMENT } from '../equipment-words.ts';
import { COLORS } from '../vehicle-words.ts';
import { FAMILY_NAMES, MAKER_NAMES, MODEL_NAMES } from './model-names.ts';
import { compactOf, foldKey, isJapanese, keyOfText, normalizeLine } from './normalize.ts';
import { type ChoiceKind, modelValue } from './terms.ts';
import { linesOf, NO_REPAIR, PHRASES, spellingsOf, TRIM_SPELLINGS, vocabulary } from './words.ts';

/** Meanings of one key. A key may name values of several kinds: `серена` the model, `жук` two of them. */
export interface Meaning {
  kind: ChoiceKind | 'noRepair' | 'phrase';
  values: string[];
  /** Only beside its maker: models such as `500`, `IS` and `UP!`, whose names mean something else on their own. */
  needsMaker?: boolean;
}

export interface DictionaryNames {
  makers: readonly string[];
  models: readonly { maker: string; model: string }[];
  houses: readonly string[];
  /** Colors as lots have them, in any language. */
  colors: readonly string[];
  gearboxes: readonly string[];
  /** Model codes of chassis numbers, `ZVW50`, and displacements in cc, with the models that have them. */
  chassisCodes: readonly { maker: string; model: string; code: string }[];
  engines: readonly { maker: string; model: string; engineCc: number }[];
  /** Trims of models, as lots have them. */
  trims: readonly { maker: string; model: string; trim: string }[];
  /** Spellings that managers or feeds have given: each with its kind and value. */
  aliases: readonly {
    kind: 'maker' | 'model' | 'color' | 'house' | 'equipment';
    maker?: string;
    value: string;
    spelling: string;
  }[];
}

export interface Dictionary {
  exact: ReadonlyMap<string, readonly Meaning[]>;
  bySound: ReadonlyMap<string, readonly string[]>;
  /** Keys of five letters and more by each text that remains when one letter is left out. */
  byDeletion: ReadonlyMap<string, readonly string[]>;
  /** Values by spelling without separators, for keys that two scripts share: `с класс` is C-CLASS, `s класс` S-CLASS. */
  bySpelling: ReadonlyMap<string, readonly string[]>;
  chassisCodes: readonly string[];
  /** Codes and displacements by model value. */
  codesOf: ReadonlyMap<string, readonly string[]>;
  enginesOf: ReadonlyMap<string, readonly number[]>;
  /** Keys of trims by the keys of their Japanese and Russian spellings. */
  trimKeys: ReadonlyMap<string, string>;
  /** Trims by model value, then by key. */
  trims: ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;
  /** Gearboxes and colors of lots, by what buyers call them. */
  colors: readonly string[];
  gearboxes: readonly string[];
}

/** Names that are also plain words or numbers. */
const NEEDS_MAKER = /^(?:\d+|IS|UP!|I|MAX|KEI|E|R2|LIFE|FIT|ES|GS|CT|HS|LS|LC|LM|RC|SC)$/;
const STANDS_ALONE = new Set(['86', 'LIFE', 'FIT', 'GS', 'CT', 'HS', 'LS', 'RC', 'LC', '911']);
const MIN_TYPO_LENGTH = 5;
/** Kinds whose misspellings are understood; short words of other kinds are too alike. */
const TOLERANT = new Set<Meaning['kind']>([
  'maker',
  'model',
  'color',
  'energy',
  'body',
  'gearbox',
  'equipment',
  'house',
]);

/** Houses as Russian and Japanese buyers write them: the parts of a name, each with its spellings. */
const HOUSE_PARTS = linesOf(`
uss=юсс|усс|ユーエスエス
taa=таа
haa=хаа
jaa=жаа|джаа
caa=каа|цаа
naa=наа
laa=лаа
saa=саа
iaa=иаа
ju=жу|джу|ジェイユー
arai=араи|арай|アライ|荒井
bayauc=байаук|ベイオーク
mirive=мирив|ミライブ
orix=орикс|オリックス
zip=зип
honda=хонда|ホンダ
isuzu=исузу|いすゞ|イスズ
tokyo=токио|東京
nagoya=нагоя|нагойя|名古屋
osaka=осака|大阪
kobe=кобе|神戸
kinki=кинки|近畿
chubu=чубу|中部
kyushu=кюсю|кюшу|九州
hokkaido=хоккайдо|北海道
tohoku=тохоку|東北
yokohama=йокогама|иокогама|横浜
saitama=сайтама|埼玉
sapporo=саппоро|札幌
fukuoka=фукуока|福岡
shizuoka=сидзуока|шизуока|静岡
niigata=ниигата|新潟
gunma=гунма|群馬
gifu=гифу|岐阜
aichi=айти|аичи|айчи|愛知
chiba=чиба|тиба|千葉
okayama=окаяма|岡山
hiroshima=хиросима|хирошима|広島
kanto=канто|関東
shikoku=сикоку|шикоку|四国
sendai=сендай|仙台
hyogo=хёго|хиого|兵庫
hokuriku=хокурику|北陸
nagano=нагано|長野
nara=нара|奈良
miyagi=мияги|宮城
tochigi=точиги|тотиги|栃木
ibaraki=ибараки|茨城
ishikawa=исикава|ишикава|石川
kanagawa=канагава|神奈川
fukushima=фукусима|фукушима|福島
toyama=тояма|富山
hamamatsu=хамамацу|浜松
oyama=ояма|小山
bayside=байсайд|ベイサイド
kansai=кансай|関西
atsugi=ацуги|厚木
yamaguchi=ямагути|ямагучи|山口
minami=минами|南`);

/** Builds the dictionary of a server from its names; the built-in ones are always part of it. */
export function buildDictionary(names: DictionaryNames): Dictionary {
  const exact = new Map<string, Meaning[]>();
  const bySpelling = new Map<string, string[]>();
  const add: Add = (spelling, kind, value, needsMaker = false) => {
    if (isKanaText(spelling) && spelling.length > 2) addKey(keyOfText(toRomaji(spelling)), kind, value, needsMaker);
    addKey(keyOfText(spelling), kind, value, needsMaker);
    const compact = compactOf(normalizeLine(spelling).text);
    bySpelling.set(compact, [...(bySpelling.get(compact) ?? []), value]);
    // `FREED+` ends with its sign; without it the name is another one.
    if (spelling.endsWith('+')) addKey(`${keyOfText(spelling)}+`, kind, value, needsMaker);
  };
  const addKey = (key: string, kind: Meaning['kind'], value: string, needsMaker: boolean): void => {
    if (key === '') return;
    const meanings = exact.get(key) ?? [];
    exact.set(key, meanings);
    const same = meanings.find((meaning) => meaning.kind === kind);
    if (!same) meanings.push({ kind, values: [value], ...(needsMaker ? { needsMaker } : {}) });
    else if (!same.values.includes(value)) same.values.push(value);
    if (same && !needsMaker) delete same.needsMaker;
  };

  for (const { kind, value, spelling } of vocabulary()) if (kind !== 'color') add(spelling, kind, value);
  for (const { value, en, ru } of EQUIPMENT.values())
    for (const spelling of [en, ru]) add(spelling, 'equipment', value);
  for (const [spelling, { value }] of EQUIPMENT) if (isKanaText(spelling)) add(spelling, 'equipment', value);
  for (const spelling of NO_REPAIR) add(spelling, 'noRepair', '');
  for (const [spellings, terms] of PHRASES)
    for (const form of spellings.split('|').flatMap(spellingsOf)) for (const term of terms) add(form, 'phrase', term);
  addColors(names, add);
  addModels(names, add);
  addHouses(names, add);
  for (const { kind, maker, value, spelling } of names.aliases)
    add(spelling, kind, kind === 'model' ? modelValue(maker ?? '', value) : value);

  return {
    exact,
    ...approximateKeys(exact),
    bySpelling,
    chassisCodes: [...new Set(names.chassisCodes.map(({ code }) => code))].filter((code) => /\d/.test(code)),
    codesOf: byModel(names.chassisCodes, ({ code }) => code),
    enginesOf: byModel(names.engines, ({ engineCc }) => engineCc),
    trimKeys: new Map(
      linesOf(TRIM_SPELLINGS).flatMap(({ value, spellings }) =>
        spellings.map((one) => [keyOfText(one), value] as const),
      ),
    ),
    trims: trimsOf(names),
    colors: names.colors,
    gearboxes: names.gearboxes,
  };
}

type Add = (spelling: string, kind: Meaning['kind'], value: string, needsMaker?: boolean) => void;

/** A buyer's word means the color that lots have, in whichever language the auction house wrote it. */
function addColors({ colors }: DictionaryNames, add: Add): void {
  const canonical = (color: string): string => COLORS.get(color.normalize('NFKC').trim().toUpperCase())?.value ?? color;
  const ofLots = Map.groupBy(colors, canonical);
  for (const { kind, value, spelling } of vocabulary())
    if (kind === 'color') for (const color of ofLots.get(value) ?? [value]) add(spelling, 'color', color);
  for (const color of colors) if (!COLORS.has(color.normalize('NFKC').trim().toUpperCase())) add(color, 'color', color);
}

function addModels({ makers, models }: DictionaryNames, add: Add): void {
  const ownMaker = new Map(makers.map((maker) => [keyOfText(maker), maker]));
  const ownModel = new Map(
    models.map(({ maker, model }) => [`${keyOfText(maker)} ${keyOfText(model)}`, { maker, model }]),
  );
  for (const maker of makers) add(maker, 'maker', maker);
  const spellingsOfMaker = new Map<string, string[]>();
  for (const { value, spellings } of linesOf(MAKER_NAMES)) {
    const maker = ownMaker.get(keyOfText(value)) ?? value;
    spellingsOfMaker.set(value, [value, ...spellings]);
    for (const spelling of [value, ...spellings]) add(spelling, 'maker', maker);
  }
  const addModel = (spelling: string, { maker, model }: { maker: string; model: string }, needsMaker: boolean) =>
    add(spelling, 'model', modelValue(maker, model), needsMaker);
  const isWeak = (name: string) =>
    (NEEDS_MAKER.test(name.toUpperCase()) && !STANDS_ALONE.has(name.toUpperCase())) ||
    /^[a-z\d]$/i.test(keyOfText(name));
  for (const one of models) {
    addModel(one.model, one, isWeak(one.model));
    if (isWeak(one.model)) addModel(`${one.maker} ${one.model}`, one, false);
  }
  for (const [maker, table] of Object.entries(MODEL_NAMES))
    for (const { value, spellings } of linesOf(table)) {
      const one = ownModel.get(`${keyOfText(maker)} ${keyOfText(value)}`) ?? { maker, model: value };
      for (const spelling of [value, ...spellings]) {
        addModel(spelling, one, isWeak(spelling));
        for (const name of isWeak(spelling) ? (spellingsOfMaker.get(maker) ?? []) : [])
          addModel(`${name} ${spelling}`, one, false);
      }
    }
  for (const [spellings, members] of Object.entries(FAMILY_NAMES))
    for (const member of members) {
      const one = ownModel.get(
        member.replace(/^(\S+) (.*)$/, (_, maker, model) => `${keyOfText(maker)} ${keyOfText(model)}`),
      );
      const [, maker = '', model = ''] = /^(\S+) (.*)$/.exec(member) ?? [];
      for (const spelling of spellings.split('|')) addModel(spelling, one ?? { maker, model }, false);
    }
}

const MAX_HOUSE_SPELLINGS = 64;

function addHouses({ houses }: DictionaryNames, add: Add): void {
  const spellingsOfPart = new Map(HOUSE_PARTS.map(({ value, spellings }) => [value, [value, ...spellings]]));
  for (const house of houses) {
    const parts = house.split(/[\s-]+/).map((part) => spellingsOfPart.get(part.toLowerCase()) ?? [part]);
    const spellings = parts.reduce<string[]>(
      (before, part) =>
        before.flatMap((start) => part.map((spelling) => `${start} ${spelling}`)).slice(0, MAX_HOUSE_SPELLINGS),
      [''],
    );
    for (const spelling of spellings) add(spelling, 'house', house);
    // The first part names the group: `USS` means all of its houses. Makers' own auctions keep the maker's meaning.
    for (const group of parts.length > 1 ? (parts[0] ?? []) : [])
      if (group.length > 1 && !/honda|хонда|ホンダ|isuzu|исузу|いすゞ|イスズ/i.test(group)) add(group, 'house', house);
  }
}

function byModel<T extends { maker: string; model: string }, V>(
  rows: readonly T[],
  read: (row: T) => V,
): Map<string, V[]> {
  const found = new Map<string, V[]>();
  for (const row of rows) {
    const key = modelValue(row.maker, row.model);
    const values = found.get(key) ?? [];
    found.set(key, values);
    if (!values.includes(read(row))) values.push(read(row));
  }
  return found;
}

function trimsOf({ trims }: DictionaryNames): Dictionary['trims'] {
  const found = new Map<string, Map<string, string[]>>();
  for (const { maker, model, trim } of trims) {
    const value = modelValue(maker, model);
    const ofModel = found.get(value) ?? new Map<string, string[]>();
    found.set(value, ofModel);
    const key = keyOfText(trim);
    if (key) ofModel.set(key, [...(ofModel.get(key) ?? []), trim]);
  }
  return found;
}

function approximateKeys(exact: ReadonlyMap<string, readonly Meaning[]>): Pick<Dictionary, 'bySound' | 'byDeletion'> {
  const bySound = new Map<string, string[]>();
  const byDeletion = new Map<string, string[]>();
  const put = (map: Map<string, string[]>, key: string, value: string) => {
    const there = map.get(key);
    if (!there) map.set(key, [value]);
    else if (!there.includes(value)) there.push(value);
  };
  for (const [key, meanings] of exact) {
    if (!meanings.some(({ kind, needsMaker }) => TOLERANT.has(kind) && !needsMaker)) continue;
    if ([...key].some(isJapanese)) continue;
    const sound = foldKey(key);
    if (sound.length >= 3) put(bySound, sound, key);
    if (sound.length < MIN_TYPO_LENGTH || /\d/.test(key)) continue;
    put(byDeletion, sound, key);
    for (let place = 0; place < sound.length; place += 1)
      put(byDeletion, sound.slice(0, place) + sound.slice(place + 1), key);
  }
  return { bySound, byDeletion };
}
