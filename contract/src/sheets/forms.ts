import type { Area, SheetField, SheetForm } from './fields.ts';
import { LANDSCAPE_FORMS } from './landscape-forms.ts';
import { PORTRAIT_FORMS } from './portrait-forms.ts';

/** Distance of the outer frame from the edges, equal in all forms. */
export const FRAME_MARGIN = 20;
export const LABEL_HEIGHT = 17;
export const HEADING_HEIGHT = 24;

const PARAGRAPHS: ReadonlySet<SheetField> = new Set(['equipment', 'salesPoints', 'inspectorNotes', 'damageDiagram']);
const GRADES: ReadonlySet<SheetField> = new Set(['overallGrade', 'interiorGrade']);
/** Whether the field holds several lines. */
export const isParagraph = (field: SheetField): boolean => PARAGRAPHS.has(field);
/** Whether the field holds a grade. */
export const isGrade = (field: SheetField): boolean => GRADES.has(field);

const LABELS: Record<SheetField, string> = {
  house: '会場',
  lotNumber: '出品番号',
  carName: '車名',
  grade: 'グレード',
  modelCode: '型式',
  chassisNumber: '車台番号',
  firstRegistration: '初度登録',
  shaken: '車検',
  mileage: '走行',
  displacement: '排気量',
  shift: 'シフト',
  drive: '駆動',
  color: '外装色',
  overallGrade: '評価点',
  interiorGrade: '内装',
  equipment: '装備',
  salesPoints: 'セールスポイント',
  inspectorNotes: '検査員報告',
  damageDiagram: '車両展開図',
};

/** Ten forms designed for this product: the same content in different places under different labels, as auction houses have. */
export const SHEET_FORMS: readonly SheetForm[] = [...LANDSCAPE_FORMS, ...PORTRAIT_FORMS].map(
  ({ labels, ...layout }) => ({
    ...layout,
    labels: { ...LABELS, ...labels },
  }),
);

/** The form of an auction house: one form for all its locations, so that `USS Tokyo` and `USS Nagoya` share one. */
export function formOf(house: string): SheetForm {
  const [group = ''] = house.toUpperCase().split(' ');
  let sum = 0;
  for (const letter of group) sum = (sum * 3 + (letter.codePointAt(0) ?? 0)) % 9_973;
  return SHEET_FORMS[sum % SHEET_FORMS.length] as SheetForm;
}

/** The area of a field on a sheet, label included. */
export const boxOf = (form: SheetForm, field: SheetField): Area => form.areas[field];

/** The part of a field's area that holds the value, without the printed label. */
export function valueBoxOf(form: SheetForm, field: SheetField): Area {
  const { x, y, width, height } = form.areas[field];
  if (field === 'house') return { x, y, width, height };
  if (isParagraph(field)) return { x, y: y + HEADING_HEIGHT, width, height: height - HEADING_HEIGHT };
  if (isGrade(field) || form.labelWidth === 0) return { x, y: y + LABEL_HEIGHT, width, height: height - LABEL_HEIGHT };
  return { x: x + form.labelWidth, y, width: width - form.labelWidth, height };
}

/** The part of a field's area that holds the printed label. */
export function labelBoxOf(form: SheetForm, field: SheetField): Area {
  const { x, y, width, height } = form.areas[field];
  if (isParagraph(field)) return { x, y, width, height: HEADING_HEIGHT - 4 };
  if (isGrade(field) || form.labelWidth === 0) return { x, y, width, height: LABEL_HEIGHT };
  return { x, y, width: form.labelWidth, height };
}
