import type { Body, Drive, FactValues, Hybrid, Steering } from '../facts.ts';

/**
 * Words of Japanese auction sheets, exporters and Russian lists for facts of a vehicle. A word that is not listed is
 * unknown: readers return null and never guess.
 */

/** Equal for spellings that differ in case, width, spaces, dots, dashes and slashes. */
const keyOf = (word: string): string =>
  word
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replaceAll(/[\s._/()\u2010-\u2015\u2212-]+/g, '');

const table = <T>(...rows: readonly (readonly [T, string])[]): ReadonlyMap<string, T> =>
  new Map(rows.flatMap(([value, words]) => words.split('|').map((word) => [keyOf(word), value] as const)));

type Energy = Pick<FactValues, 'fuel' | 'hybrid'>;

/** A fuel column also names hybrids; what it does not say stays unknown. */
const ENERGIES = table<Energy>(
  [{ fuel: 'petrol' }, 'petrol|gasoline|gas|benzin|ガソリン|レギュラー|ハイオク|бензин|бензиновый|g'],
  [{ fuel: 'diesel' }, 'diesel|軽油|ディーゼル|дизель|дизельный|дт|d'],
  [{ fuel: 'lpg' }, 'lpg|lpガス|プロパン|液化石油ガス|газ lpg|сжиженный газ|пропан'],
  [{ fuel: 'cng' }, 'cng|天然ガス|圧縮天然ガス|метан|сжатый газ'],
  [
    { fuel: 'hydrogen', hybrid: 'none' },
    'hydrogen|fuel cell|fcv|fcev|fuel cell vehicle|水素|燃料電池|圧縮水素|водород|топливный элемент',
  ],
  [{ fuel: 'electric', hybrid: 'none' }, 'electric|ev|bev|電気|電気自動車|電動|электро|электричество|электромобиль'],
  [
    { hybrid: 'plugIn' },
    'phev|phv|plug-in|plug in hybrid|plugin|プラグインハイブリッド|プラグイン|подключаемый гибрид|плагин гибрид',
  ],
  [{ hybrid: 'unspecified' }, 'hybrid|hv|hev|ハイブリッド|ハイブリット|гибрид|гибридный'],
  [
    { fuel: 'petrol', hybrid: 'unspecified' },
    'petrol hybrid|gasoline hybrid|hybrid petrol|ガソリンハイブリッド|ガソリン・電気|бензин гибрид',
  ],
  [
    { fuel: 'diesel', hybrid: 'unspecified' },
    'diesel hybrid|hybrid diesel|軽油ハイブリッド|ディーゼルハイブリッド|дизель гибрид',
  ],
  [{ fuel: 'petrol', hybrid: 'plugIn' }, 'petrol phev|petrol plug-in hybrid|gasoline plug-in hybrid'],
  [{ fuel: 'diesel', hybrid: 'plugIn' }, 'diesel phev|diesel plug-in hybrid'],
);

const HYBRID_WORDS = table<Hybrid>(
  ['none', 'none|no|無|無し|なし|нет|0'],
  ['mild', 'mild|mild hybrid|mhev|マイルド|マイルドハイブリッド|мягкий|мягкий гибрид'],
  [
    'full',
    'full|full hybrid|strong|strong hybrid|ストロング|フル|フルハイブリッド|ストロングハイブリッド|полный|полный гибрид',
  ],
  [
    'series',
    'series|series hybrid|e-power|epower|シリーズ|シリーズハイブリッド|последовательный|последовательный гибрид',
  ],
  [
    'plugIn',
    'plugIn|phev|phv|plug-in|plug-in hybrid|プラグイン|プラグインハイブリッド|подключаемый|подключаемый гибрид',
  ],
  ['unspecified', 'unspecified|hybrid|hv|hev|yes|有|有り|あり|ハイブリッド|гибрид|1'],
);

const STEERING_WORDS = table<Steering>(
  ['right', 'right|right hand|right hand drive|rhd|r|右|右ハンドル|右h|правый|правый руль|справа|пр'],
  ['left', 'left|left hand|left hand drive|lhd|l|左|左ハンドル|左h|левый|левый руль|слева|лев'],
);

const BODY_WORDS = table<Body>(
  ['hatchback', 'hatchback|hatch|hb|compact|ハッチバック|ハッチ|コンパクト|хэтчбек|хетчбек|хэтчбэк'],
  ['sedan', 'sedan|saloon|hardtop|4dht|セダン|ハードトップ|седан|хардтоп'],
  ['wagon', 'wagon|station wagon|estate|sw|ワゴン|ステーションワゴン|универсал'],
  ['minivan', 'minivan|mini van|mpv|ミニバン|минивэн|минивен|компактвэн'],
  ['suv', 'suv|crossover|jeep|off-road|クロカン|クロスカントリー|クロスオーバー|внедорожник|кроссовер|джип'],
  ['coupe', 'coupe|coupé|クーペ|купе'],
  [
    'convertible',
    'convertible|cabriolet|cabrio|open|roadster|spider|カブリオレ|オープン|コンバーチブル|кабриолет|родстер',
  ],
  ['van', 'van|light van|panel van|バン|ライトバン|ボンネットバン|фургон'],
  ['pickup', 'pickup|pick up|pickup truck|ピックアップ|ピックアップトラック|пикап'],
  ['truck', 'truck|lorry|dump|flatbed|kei truck|トラック|ダンプ|平ボディ|軽トラ|грузовик'],
  ['bus', 'bus|microbus|minibus|バス|マイクロバス|автобус|микроавтобус'],
);

const DRIVE_WORDS = table<Drive>(
  [
    '4wd',
    '4wd|awd|4x4|4×4|full time 4wd|part time 4wd|e-four|quattro|xdrive|4matic|四駆|四輪駆動|полный|полный привод|4вд',
  ],
  ['fwd', 'fwd|ff|2wd(ff)|front|前輪駆動|передний|передний привод'],
  ['rwd', 'rwd|fr|mr|rr|2wd(fr)|2wd(rr)|2wd(mr)|rear|後輪駆動|задний|задний привод'],
  ['2wd', '2wd|4x2|二駆|二輪駆動'],
);

/** Fuel and hybrid kind of a word of a fuel column; null for an unknown one. */
export const readEnergy = (word: string): Energy | null => ENERGIES.get(keyOf(word)) ?? null;
/** Kind of hybrid; null for an unknown word. */
export const readHybrid = (word: string): Hybrid | null => HYBRID_WORDS.get(keyOf(word)) ?? null;
/** Side of the steering wheel; null for an unknown word. */
export const readSteering = (word: string): Steering | null => STEERING_WORDS.get(keyOf(word)) ?? null;
/** Body; null for an unknown word. */
export const readBody = (word: string): Body | null => BODY_WORDS.get(keyOf(word)) ?? null;
/** Driven wheels of a car; null for motorcycles' chain, shaft and belt and for unknown words. */
export const readDrive = (word: string): Drive | null => DRIVE_WORDS.get(keyOf(word)) ?? null;
