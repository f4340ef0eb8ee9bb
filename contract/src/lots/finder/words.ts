import type { ChoiceKind } from './terms.ts';

/**
 * Words of buyers and their meaning. `~` is replaced by the endings of a Russian adjective, `^` for those of a noun; a
 * spelling that differs only in separators or kana needs no entry.
 */
const WORDS: Readonly<Partial<Record<ChoiceKind, string>>> = {
  energy: `
petrol=petrol|gasoline|gas engine|benzin|бензин^|бензинов~|ガソリン|レギュラー
diesel=diesel|turbodiesel|tdi|дизель|дизел^|дизеля|дизелек|дизельн~|солярка|соляра|ディーゼル|軽油|クリーンディーゼル
lpg=lpg|autogas|gas lpg|газ|газов~|пропан|пропанов~|LPガス|プロパン
cng=cng|natural gas|метан|метанов~|天然ガス
hydrogen=hydrogen|fuel cell|fcv|fcev|водород|водородн~|水素|燃料電池
electric=electric|ev|bev|electro|fully electric|электро|электричк^|электромобил^|электромобиль|электрокар|электрическ~|電気自動車|電気|電動|イーブイ
hybrid=hybrid|hev|hv|hybrids|гибрид^|гибридн~|ハイブリッド|ハイブリット
series=e power|epower|e-power|еповер|е повер|епавер|и повер|イーパワー|eパワー
plugIn=phev|phv|plug in|plugin|plug in hybrid|plugin hybrid|rechargeable hybrid|подключаем~|подключаемый гибрид|подключаемые гибриды|плагин|плагин гибрид|плагин-гибрид|заряжаемый гибрид|заряжаем~|пхев|プラグイン|プラグインハイブリッド|プラグインハイブリット`,
  drive: `
4wd=4wd|awd|quattro|кватро|кваттро|4matic|4матик|xdrive|иксдрайв|4x4|4 wd|four wheel drive|all wheel drive|4 wheel drive|полный привод|полноприводн~|полный|4вд|4 вд|авд|4х4|постоянный полный|四駆|4駆|四輪駆動|フルタイム4WD|全輪駆動
2wd=2wd|2x4|two wheel drive|2 wd|2вд|моноприводн~|монопривод|二駆|2駆|二輪駆動
fwd=fwd|ff|front wheel drive|front wheel|передний привод|переднеприводн~|передне приводн~|前輪駆動
rwd=rwd|fr|rear wheel drive|rear wheel|задний привод|заднеприводн~|後輪駆動`,
  gearbox: `
MT=manual|mt|stick|stick shift|manual gearbox|manual transmission|4mt|5mt|6mt|5 speed|6 speed|5 speed manual|6 speed manual|механик^|механическ~|мкпп|ручка|мех|на механике|мт|5мт|6мт|マニュアル|マニュアル車|ミッション|ミッション車|5速マニュアル|6速マニュアル|5速|6速
auto=automatic|auto|at|automatic gearbox|automatic transmission|автомат^|акпп|автоматическ~|オートマ|オートマチック|オートマ車
CVT=cvt|вариатор^|вариаторн~|無段変速
DCT=dct|dsg|dual clutch|робот^|роботизированн~|дсг|デュアルクラッチ`,
  body: `
sedan=sedan|saloon|седан^|セダン
hatchback=hatchback|hatch|хэтчбек^|хетчбек^|хэтч|хетч|хачбек|ハッチバック
wagon=station wagon|wagon|estate|универсал^|ステーションワゴン|ワゴン
minivan=minivan|mini van|mpv|people carrier|минивэн^|минивен^|микроавтобус^|ミニバン
suv=suv|crossover|off roader|offroader|jeep type|внедорожник^|кроссовер^|паркетник^|сув|джип внедорожник|クロスカントリー|クロカン|クロスオーバーSUV
coupe=coupe|купе|クーペ
convertible=convertible|cabrio|cabriolet|roadster body|open top|soft top|кабриолет^|кабрио|オープンカー|カブリオレ|オープン
van=van|cargo van|panel van|фургон^|каблук|каблучок|バン|ライトバン|貨物
pickup=pickup|pick up|pickup truck|ute|пикап^|ピックアップ|ピックアップトラック
truck=truck|lorry|грузовик^|грузов~|бортов~|самосвал^|トラック
bus=bus|автобус^|バス`,
  steering: `
left=left hand drive|lhd|left hand|left hand steering|left steering|левый руль|леворульн~|лев руль|с левым рулем|руль слева|леворук~|左ハンドル|左H
right=right hand drive|rhd|right hand|right hand steering|правый руль|праворульн~|с правым рулем|руль справа|右ハンドル|右H`,
  color: `
PEARL WHITE=pearl white|white pearl|бел~ жемчуг|pearlescent white|жемчужно бел~|белый перламутр|белая перламутр|белый перл|перламутр|перламутров~|бел~ перламутр|パールホワイト|ホワイトパール|白パール|パール白|真珠白
PEARL=pearl|жемчужн~|жемчуг|パール
WHITE=white|snow white|бел~|белоснежн~|白|白色|ホワイト
IVORY=ivory|слоновая кость|アイボリー
CREAM=cream|кремов~|クリーム
SILVER=silver|серебрист~|серебро|серебрян~|сереб|銀|銀色|シルバー
GRAY=gray|grey|сер~|серы~|灰|灰色|グレー|グレイ
GUNMETAL=gunmetal|gun metallic|gun metal|dark gray|dark grey|charcoal|graphite|темно сер~|темносер~|графит|графитов~|мокрый асфальт|ガンメタ|ガンメタリック|濃灰
BLACK=black|jet black|черн~|чорн~|黒|黒色|ブラック
BLUE=blue|син~|синяя|синий|青|青色|ブルー
LIGHT BLUE=light blue|sky blue|голуб~|светло син~|水色|空色|ライトブルー
NAVY=navy|navy blue|dark blue|темно син~|темносин~|темно-синий|紺|紺色|ネイビー|濃紺
RED=red|красн~|алый|алая|赤|赤色|レッド
WINE=wine|wine red|burgundy|bordeaux|maroon|dark red|бордов~|бордо|вишнев~|темно красн~|ワイン|ワインレッド|えんじ
PINK=pink|розов~|ピンク|桃色
PURPLE=purple|violet|фиолетов~|пурпурн~|сиренев~|紫|紫色|パープル
GREEN=green|зелен~|緑|緑色|グリーン
DARK GREEN=dark green|темно зелен~|深緑
LIGHT GREEN=light green|салатов~|светло зелен~|黄緑
LIME=lime|lime green|лайм|лаймов~|ライムグリーン
KHAKI=khaki|olive|хаки|оливков~|カーキ
YELLOW=yellow|желт~|黄|黄色|イエロー
ORANGE=orange|оранжев~|рыж~|橙|橙色|オレンジ
GOLD=gold|golden|золотист~|золот~|金|金色|ゴールド
BEIGE=beige|sand|бежев~|песочн~|薄茶|ベージュ
BROWN=brown|коричнев~|茶|茶色|ブラウン
BRONZE=bronze|бронзов~|бронза|ブロンズ
CHAMPAGNE=champagne|шампань|цвет шампанского|シャンパン`,
  equipment: `
SR=sunroof|sun roof|moonroof|moon roof|люк|люком|люка|サンルーフ|ムーンルーフ
LEATHER=leather|leather seats|leather interior|кож^|кожан~|кожаный салон|кожей|кожаным салоном|本革|革シート|本革シート|レザー|レザーシート
NAVI=navi|navigation|sat nav|satnav|gps|нави|навигаци^|навигацией|навигацию|навигатор^|ナビ|カーナビ|純正ナビ|ナビ付き
BC=rear camera|back camera|backup camera|reverse camera|reversing camera|rear view camera|камер^ заднего вида|камер^|камерой|バックカメラ|バックモニター|リアカメラ
360=360 camera|surround camera|around view|around view monitor|360 view|круговой обзор|камеры кругового обзора|全周囲カメラ|アラウンドビューモニター|アラウンドビュー
TV=tv|телевизор^|フルセグ|地デジ|テレビ
ETC=etc|этс|イーティーシー
AW=alloys|alloy wheels|alloy|aluminium wheels|aluminum wheels|mag wheels|лить^|литье|литые диски|литье|литьем|アルミ|アルミホイール|純正アルミ
SH=heated seats|seat heater|seat heaters|подогрев сидений|подогрев|подогревом сидений|с подогревом|シートヒーター
PSEAT=power seat|power seats|electric seats|электросиденья|эл сиденья|パワーシート
SKEY=smart key|keyless start|push start|push button start|смарт ключ|бесключевой|бесключевой доступ|スマートキー|プッシュスタート
KEYLESS=keyless|keyless entry|ключ с пультом|キーレス
LED=led|led headlights|led lights|светодиодн~|светодиоды|лед фары|LEDライト|LEDヘッドライト
HID=hid|xenon|xenon headlights|ксенон^|キセノン
FOG=fog lights|fog lamps|противотуманки|туманки|フォグ|フォグランプ
CC=cruise|cruise control|круиз|круиз контрол^|круиз контроль|круизом|クルコン|クルーズコントロール|クルーズ
ACC=acc|adaptive cruise|adaptive cruise control|radar cruise|адаптивный круиз|アダプティブクルーズ|アダプティブクルーズコントロール|レーダークルーズ
BSM=bsm|blind spot|blind spot monitor|слепые зоны|контроль слепых зон|ブラインドスポット
HUD=hud|head up display|проекция|проекционный дисплей|ヘッドアップディスプレイ
PSD=power sliding door|power sliding doors|power slide door|electric sliding door|sliding door|sliding doors|электродвери|электро двери|сдвижн~ двер^|パワースライドドア|電動スライドドア|両側電動スライド|電動スライド|パワスラ|スライドドア
PBD=power tailgate|power back door|power boot|электробагажник|электропривод багажника|パワーバックドア|電動バックドア|電動リアゲート
DR=dash cam|dashcam|dash camera|drive recorder|видеорегистратор^|регистратор|ドラレコ|ドライブレコーダー
TURBO=turbo|turbocharged|турбо|турбирован~|турбин^|наддув^|турбов~|ターボ|過給器
SPOILER=spoiler|rear spoiler|aero|спойлер^|リアスポイラー|スポイラー
AC=air conditioning|air con|aircon|кондиционер^|кондей|エアコン
AAC=climate control|климат|климат контроль|климатом|オートエアコン
RR=roof rails|roof rail|рейлинг^|рейлинги|ルーフレール
BT=bluetooth|блютуз|ブルートゥース
AB=airbags|airbag|srs|подушк^ безопасности|エアバッグ
PW=power windows|electric windows|стеклоподъемник^|パワーウィンドウ
PS=power steering|гур|パワステ
CD=cd player|cd
DVD=dvd|dvd player
QS=quick shifter|quickshifter|квикшифтер|クイックシフター
GH=heated grips|grip heater|подогрев ручек|подогрев рукояток|グリップヒーター
WS=windshield|windscreen|ветровик|ветровое стекло|スクリーン
TOPCASE=top case|top box|topbox|кофр|верхний кофр|トップケース
PANNIERS=panniers|side cases|saddlebags|боковые кофры|кофры|パニアケース|パニア
GUARD=engine guard|crash bars|дуги|защитные дуги|エンジンガード
CSTAND=center stand|centre stand|центральная подножка|センタースタンド
MUFFLER=aftermarket muffler|aftermarket exhaust|прямоток|社外マフラー
ABS=abs|абс`,
};

const ADJECTIVE_ENDINGS = 'ый ий ой ая яя ое ее ые ие ого его ую юю ых их ым им ом ем ей'.split(' ');
const NOUN_ENDINGS = ['', ...'а у ы е и ой ей ою ами ам ах ом ем ов я ю ия ии ию ией ь'.split(' ')];

/** All spellings of a form with the signs of {@link WORDS}. */
export function spellingsOf(form: string): string[] {
  const sign = form.search(/[~^]/);
  if (sign === -1) return [form];
  const endings = form[sign] === '~' ? ADJECTIVE_ENDINGS : NOUN_ENDINGS;
  return endings.flatMap((ending) => spellingsOf(form.slice(0, sign) + ending + form.slice(sign + 1)));
}

export interface VocabularyWord {
  kind: ChoiceKind;
  value: string;
  spelling: string;
}

/** Lines of `VALUE=spelling|spelling`. */
export const linesOf = (table: string): { value: string; spellings: string[] }[] =>
  table
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [value = '', spellings = ''] = line.split('=');
      return { value, spellings: spellings.split('|').filter(Boolean).flatMap(spellingsOf) };
    });

/** Every spelling of every word. */
export const vocabulary = (): VocabularyWord[] =>
  (Object.entries(WORDS) as [ChoiceKind, string][]).flatMap(([kind, table]) =>
    linesOf(table).flatMap(({ value, spellings }) => spellings.map((spelling) => ({ kind, value, spelling }))),
  );

/** Phrases that mean several terms: spellings by `kind value` of each, models with a slash. */
export const PHRASES: readonly [string, readonly string[]][] = [
  [
    'kei truck|kei-truck|keitruck|mini truck|minitruck|кей трак|кейтрак|кей-трак|кей грузовик|микрогрузовик|軽トラック|軽トラ',
    ['body truck', 'engineTo 660'],
  ],
  ['kei van|кей ван|軽バン|軽ワゴン|軽箱', ['body van', 'engineTo 660']],
  ['kei car|kei|кей кар|кейкар|кей-кар|軽自動車|軽|軽四', ['engineTo 660']],
  ['スイスポ|свифт спорт|swift sports|swiftsport', ['model SUZUKI/SWIFT', 'trim SPORT']],
  ['проходн~|проходной', ['ageFrom 36', 'ageTo 60']],
];

/** Trims as people write them in Japanese and Russian, with the trim's own letters. */
export const TRIM_SPELLINGS = `
highwaystar=ハイウェイスター|ハイウエイスター|хайвей стар|хайвэй стар
spada=スパーダ|спада
absolute=アブソルート|абсолют
typer=タイプR|тайп р|тайп r
sport=スポーツ|спорт|sports
nismo=ニスモ|нисмо
rider=ライダー|райдер
adventure=アドベンチャー|адвенчер|адвентюр
athlete=アスリート|атлет
royalsaloon=ロイヤルサルーン|роял салун|рояль салун
supergl=スーパーGL|супер гл|супер джи эл
modellista=モデリスタ|моделиста
grsport=GRスポーツ|гр спорт
executivelounge=エグゼクティブラウンジ
sti=エスティーアイ|сти
hybrid=ハイブリッド
custom=カスタム|кастом
limited=リミテッド|лимитед
premium=プレミアム|премиум
touring=ツーリング|туринг
aeras=アエラス|аэрас
avantgarde=アバンギャルド|авангард
fsport=Fスポーツ|ф спорт
msport=Mスポーツ|м спорт
customrs=カスタムRS|кастом рс`;

/** Without repair history. */
export const NO_REPAIR = [
  'accident free|accidentfree|no accident|no accidents|no accident history|non accident|never crashed|not crashed|undamaged',
  'no repair|no repairs|no repair history|non repaired|not repaired|unrepaired|without repair history|without accident|without accidents',
  'no damage|not damaged|clean body|without repair|no crash|never repaired|not an accident car|accidentless',
  'не бит~|небит~|не бита|не бит|небит|не крашен~|без дтп|без аварий|без ремонта|без ремонта кузова|не авари~|не аварийн~|неаварийн~',
  'не ремонтированн~|не после дтп|без ремонтной истории|без ремонтов|не участвовал в дтп|не ломан~|целая|безаварийн~',
  '修復歴なし|修復歴無し|修復歴無|修復なし|修復無し|事故歴なし|事故歴無し|事故なし|事故無し|無事故|無事故車|修復歴のない|事故車以外|修復歴ない',
]
  .join('|')
  .split('|')
  .flatMap(spellingsOf);

/** Words that carry no meaning of their own; they are passed over and not looked for. */
export const FILLERS = new Set(
  [
    'grade trim mileage a an the and or with in on at for of to car cars auto vehicle bike bikes motorcycle motorcycles used i want need looking look find me please my we buy would like',
    'some any good is are it that show get color colour colored coloured year model engine type make maker made years seats fuel drive price auction',
    'и или с со в во на по для к у же бы мне я хочу нужен нужна нужно нужны ищу куплю найти найди пожалуйста машина машину авто автомобиль мотоцикл мотоциклы байк',
    'цвет цвета год года г гв выпуска модель двигатель мотор кузов кузове тип марка коробка привод иномарка или либо это есть интересует надо аукцион аукциона аукционе',
    'の を が は で と に も へ か や い な から まで 車 クルマ くるま 車両 探しています 探してます 探す 欲しい ほしい ください 色 年式 下さい です ます または 付き 付 あり 有り 系統 オークション',
  ]
    .join(' ')
    .split(' '),
);

/** Words before a term that exclude it, and Japanese words after it. */
export const EXCLUDE_BEFORE = [
  'not',
  'except',
  'excluding',
  'but not',
  'no',
  'не',
  'кроме',
  'исключая',
  'только не',
  'без',
  'non',
  'anything but',
];
export const EXCLUDE_AFTER = ['以外', 'じゃない', 'ではない', '除く', 'は除く'];
