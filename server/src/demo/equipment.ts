interface Feature {
  /** As a feed writes it. */
  code: string;
  /** As a sheet prints it. */
  ja: string;
  found: RegExp;
}

const FEATURES: readonly Feature[] = [
  { code: 'NAVI', ja: '純正ナビ', found: /ナビ(?!ゲーター)/ },
  { code: 'TV', ja: 'フルセグTV', found: /TV|フルセグ|ワンセグ|地デジ/ },
  { code: 'BC', ja: 'バックカメラ', found: /バックカメラ|Bカメラ|バックモニター|リアカメラ/ },
  { code: '360', ja: '全周囲カメラ', found: /全周囲|全方位|アラウンドビュー|パノラミックビュー/ },
  { code: 'ETC', ja: 'ETC', found: /ETC/ },
  { code: 'AW', ja: '純正AW', found: /アルミ|AW/ },
  { code: 'SR', ja: 'サンルーフ', found: /サンルーフ|パノラマルーフ|ガラスルーフ|キャンバストップ/ },
  { code: 'LEATHER', ja: '本革シート', found: /本革|黒革|白革|赤革|茶革|革シート|レザーシート/ },
  { code: 'PSEAT', ja: 'パワーシート', found: /パワーシート|電動シート|Pシート/ },
  { code: 'SH', ja: 'シートヒーター', found: /シートヒーター/ },
  { code: 'SKEY', ja: 'スマートキー', found: /スマートキー|プッシュスタート|インテリキー|コンフォートアクセス/ },
  { code: 'LED', ja: 'LEDライト', found: /LED/ },
  { code: 'CC', ja: 'クルーズコントロール', found: /クルーズ|クルコン|ACC|プロパイロット/ },
  { code: 'PSD', ja: '電動スライドドア', found: /電動スライド|両側電動|パワースライド/ },
  { code: 'DR', ja: 'ドラレコ', found: /ドラレコ|ドライブレコーダー/ },
  { code: 'TURBO', ja: 'ターボ', found: /ターボ/ },
];

/** What every car of the listings has. */
const ALWAYS = ['AC', 'PS', 'PW', 'ABS'];

const JAPANESE = new Map<string, string>([
  ['AC', 'エアコン'],
  ['PS', 'パワステ'],
  ['PW', 'パワーウィンドウ'],
  ['ABS', 'ABS'],
  ...FEATURES.map(({ code, ja }): [string, string] => [code, ja]),
]);

export const equipmentOf = (title: string): string[] => [
  ...ALWAYS,
  ...FEATURES.filter(({ found }) => found.test(title)).map(({ code }) => code),
];

/** Labels of a sheet for the codes of a feed; an unknown code stays as it is. */
export const equipmentInJapanese = (equip: string): string[] =>
  equip.split(' ').map((code) => JAPANESE.get(code) ?? code);

interface SalesPoint {
  ja: string;
  en: string;
  found: RegExp;
}

const SALES_POINTS: readonly SalesPoint[] = [
  { ja: 'ワンオーナー', en: 'One owner', found: /ワンオーナー|1オーナー/ },
  { ja: '禁煙車', en: 'Non-smoker', found: /禁煙/ },
  { ja: '記録簿有', en: 'Service book', found: /記録簿|整備手帳/ },
  { ja: '届出済未使用車', en: 'Registered, not used', found: /未使用車/ },
  { ja: '寒冷地仕様', en: 'Cold-climate specification', found: /寒冷地/ },
  { ja: 'ハイブリッド', en: 'Hybrid', found: /ハイブリッド|e-POWER|e:HEV/ },
  { ja: 'ディーゼル', en: 'Diesel', found: /ディーゼル/ },
  {
    ja: '衝突被害軽減ブレーキ',
    en: 'Collision mitigation brake',
    found: /衝突|ブレーキサポート|アイサイト|ホンダセンシング/,
  },
  { ja: '車線逸脱警報', en: 'Lane departure warning', found: /車線逸脱|レーンキープ|レーンアシスト/ },
];

export const salesPointsOf = (title: string): { ja: string; en: string }[] =>
  SALES_POINTS.filter(({ found }) => found.test(title)).map(({ ja, en }) => ({ ja, en }));
