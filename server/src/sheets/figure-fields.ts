/** Fields with figures, which contain no terms to learn. */
export const FIGURE_FIELDS: ReadonlySet<string> = new Set([
  'lotNumber',
  'modelCode',
  'chassisNumber',
  'firstRegistration',
  'shaken',
  'mileage',
  'displacement',
  'damageDiagram',
  'overallGrade',
  'interiorGrade',
]);
