import { FINAL_FORMS } from './final/final-forms.ts';
import { FINAL_HANDWRITING } from './fonts.ts';
import { runSheets } from './run.ts';
import { BUILDING } from './tuning.ts';

/** Photographed sheets of forms the reader has never seen; the goals count on the last third alone. */
export const foreignSheets = (scale: number): Promise<void> =>
  runSheets(scale, [BUILDING, { name: 'final third', isFinal: true, forms: FINAL_FORMS, hands: FINAL_HANDWRITING }]);
