interface Feature {
  /** As a feed writes it. */
  code: string;
  found: RegExp;
}

const FEATURES: readonly Feature[] = [
  { code: 'NAVI', found: /ナビ(?!ゲーター)/ },
  { code: 'TV', found: /TV|フルセグ|ワンセグ|地デジ/ },
  { code: 'BC', found: /バックカメラ|Bカメラ|バックモニター|リアカメラ/ },
  { code: '360', found: /全周囲|全方位|アラウンドビュー|パノラミックビュー/ },
  { code: 'ETC', found: /ETC/ },
  { code: 'AW', found: /アルミ|AW/ },
  { code: 'SR', found: /サンルーフ|パノラマルーフ|ガラスルーフ|キャンバストップ/ },
  { code: 'LEATHER', found: /本革|黒革|白革|赤革|茶革|革シート|レザーシート/ },
  { code: 'PSEAT', found: /パワーシート|電動シート|Pシート/ },
  { code: 'SH', found: /シートヒーター/ },
  { code: 'SKEY', found: /スマートキー|プッシュスタート|インテリキー|コンフォートアクセス/ },
  { code: 'LED', found: /LED/ },
  { code: 'CC', found: /クルーズ|クルコン|ACC|プロパイロット/ },
  { code: 'PSD', found: /電動スライド|両側電動|パワースライド/ },
  { code: 'DR', found: /ドラレコ|ドライブレコーダー/ },
  { code: 'TURBO', found: /ターボ/ },
];

/** What every car of the listings has. */
const ALWAYS = ['AC', 'PS', 'PW', 'ABS'];

export const equipmentOf = (title: string): string[] => [
  ...ALWAYS,
  ...FEATURES.filter(({ found }) => found.test(title)).map(({ code }) => code),
];

interface SalesPoint {
  ja: string;
  en: string;
  found: RegExp;
}

const SALES_POINTS: readonly SalesPoint[] = [
  { ja: 'ワンオーナー', en: 'One owner', found: /ワンオーナー|1オーナー/ },
  { ja: '禁煙車', en: 'Non-smoker', found: /禁煙/ },
  { ja: '記録簿有', en: 'Service book', found: /記録簿|整備手帳/ },
  { ja: '届出済未使用車', en: 'Registered but not used', found: /未使用車/ },
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
