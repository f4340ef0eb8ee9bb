import { SHEET_FIELDS, type SheetField } from '@seri/contract/sheets/fields.ts';
import type { GlossaryWord } from '../../platform/i18n/glossary.ts';
import { distance, shapeOf } from '../reading/shapes.ts';

/** A printed label. `other`: its value is never reported, but it belongs to no other label either. */
export interface LabelWord {
  ja: string;
  field: SheetField | 'other';
}

/** Labels of each field, as auction houses print them; from the list of sheet fields and the glossary's labels. */
const OF_FIELD: Partial<Record<SheetField, readonly string[]>> = {
  lotNumber: ['出品番号', '出品No.', '出品NO', '受付番号'],
  carName: ['車名', '車種'],
  grade: ['グレード', '仕様'],
  modelCode: ['型式', '認定型式', '車両型式'],
  chassisNumber: ['車台番号', '車体番号', '車台No.'],
  firstRegistration: ['初度登録', '初年度登録', '初度登録年月', '年式', '登録年月'],
  shaken: ['車検', '車検期限', '車検満了', '車検有効期限', '車検満了日'],
  mileage: ['走行', '走行距離', '走行キロ'],
  displacement: ['排気量', '総排気量'],
  shift: ['シフト', 'ミッション'],
  drive: ['駆動', '駆動方式', '駆動系'],
  color: ['外装色', '車体色', '色', '外色'],
  overallGrade: ['評価点', '総合評価', '評価', '総合評価点'],
  interiorGrade: ['内装', '内装評価', '内装補助評価'],
  equipment: ['装備', '装備品', '主要装備'],
  salesPoints: ['セールスポイント', 'アピールポイント'],
  inspectorNotes: ['検査員報告', '検査員記入欄', '検査員報告欄', '検査員コメント', '検査員記入'],
  damageDiagram: ['車両展開図', '展開図', '外装状態図'],
};

/** Labels that are nearly those of a field and mean something else. */
const OTHERS = [
  '定員',
  '燃料',
  '色替',
  '内装色',
  '外装',
  'モデル年式',
  '登録番号',
  'シリアルNo.',
  '車検証',
  '車歴',
  'カラーNo.',
  'ドア数',
  'ドア',
  '輸入区分',
  '輸入車',
  '後日書類',
  '事務局より',
  '注意事項',
  '名義変更期限',
  '出品店',
  '出品者',
  '出品申込',
  '冷暖房',
  '形状',
  '最大積載量',
  '積載量',
  '修復歴',
  '記録簿',
  '保証書',
  '取扱説明書',
  'リサイクル料',
  'リサイクル預託金',
  '希望価格',
  'スタート価格',
  '外装評価',
  '機関',
  '電装',
  '検査員',
  '検査日',
  '備考',
  '書類',
  '担当者',
  'ハンドル',
  'エアコン',
];

/** Signs of a label that are not part of its word. */
const bare = (text: string) => shapeOf(text).replaceAll(/[:;：()（）[\]【】<>「」|/\\]/g, '');

export interface LabelList {
  byShape: ReadonlyMap<string, LabelWord>;
}

/** The closed list of labels: those of fields, and all others of the glossary, which bound values. */
export function labelList(words: readonly GlossaryWord[]): LabelList {
  const byShape = new Map<string, LabelWord>();
  // Words of equipment and remarks are values in a paragraph.
  const values = new Set(words.filter(({ kind }) => VALUE_KINDS.has(kind)).map(({ ja }) => bare(ja)));
  const labels = words.filter(({ kind }) => kind === 'label').map(({ ja }) => ja);
  for (const ja of [...OTHERS, ...labels]) if (!values.has(bare(ja))) byShape.set(bare(ja), { ja, field: 'other' });
  for (const field of SHEET_FIELDS) for (const ja of OF_FIELD[field] ?? []) byShape.set(bare(ja), { ja, field });
  return { byShape };
}

const VALUE_KINDS: ReadonlySet<string> = new Set(['equipment', 'sales-point', 'remark']);

/** Shorter labels must match in every sign; longer ones may have one wrong sign if no other label is as near. */
const MIN_FUZZY = 4;

/** The label that a text is, or null. */
export function labelOf(text: string, { byShape }: LabelList, isFuzzy = true): LabelWord | null {
  const shape = bare(text);
  if (shape === '') return null;
  const exact = byShape.get(shape);
  if (exact) return exact;
  if (!isFuzzy || shape.length < MIN_FUZZY) return null;
  const most = shape.length >= 7 ? 2 : 1;
  let best: { word: LabelWord; away: number } | null = null;
  let rival = Number.POSITIVE_INFINITY;
  for (const [known, word] of byShape) {
    if (known.length < MIN_FUZZY) continue;
    const away = distance(shape, known, most);
    if (away > most) continue;
    if (!best || away < best.away) {
      if (best && best.word.field !== word.field) rival = best.away;
      best = { word, away };
    } else if (best.word.field !== word.field) rival = Math.min(rival, away);
  }
  return best && rival > best.away ? best.word : null;
}

/** The label that a text begins with, when its value follows directly; the longest one wins. */
export function labelBefore(text: string, { byShape }: LabelList): { word: LabelWord; share: number } | null {
  const shape = bare(text);
  for (let length = shape.length - 1; length >= 2; length -= 1) {
    const word = byShape.get(shape.slice(0, length));
    if (word) return { word, share: length / shape.length };
  }
  return null;
}
