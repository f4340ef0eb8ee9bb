/** All fields that are read from an auction sheet. */
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

/** The printed form of an auction house: the area and the label of each field. */
export interface SheetForm {
  id: string;
  /** Printed title of the form. */
  title: string;
  width: number;
  height: number;
  /** Color of the print and of the tinted cells. */
  ink: string;
  tint: string;
  /** Position of a cell's label: above its value, or in a tinted cell of this width to its left. */
  labelWidth: number;
  labels: Readonly<Record<SheetField, string>>;
  areas: Readonly<Record<SheetField, Area>>;
}
