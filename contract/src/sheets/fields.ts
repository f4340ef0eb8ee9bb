/** Every place of an auction sheet that is read, as a closed list. */
export const SHEET_FIELDS = [
  'house',
  'lotNumber',
  'carName',
  'grade',
  'modelCode',
  'chassisNumber',
  'firstRegistration',
  'shaken',
  'mileage',
  'displacement',
  'shift',
  'drive',
  'color',
  'overallGrade',
  'interiorGrade',
  'equipment',
  'salesPoints',
  'inspectorNotes',
  'damageDiagram',
] as const;
export type SheetField = (typeof SHEET_FIELDS)[number];

/** In units of the form's own width and height. */
export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The printed form of an auction house: what stands where, under which label. */
export interface SheetForm {
  id: string;
  /** Printed head of the form. */
  title: string;
  width: number;
  height: number;
  /** Colour of the print and of the tinted cells. */
  ink: string;
  tint: string;
  /** Where a cell's label stands: above its value, or in a tinted cell of this width to its left. */
  labelWidth: number;
  labels: Readonly<Record<SheetField, string>>;
  areas: Readonly<Record<SheetField, Area>>;
}
