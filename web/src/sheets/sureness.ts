const SURE = 0.9;
const LIKELY = 0.75;

/** How sure a reading is, as the key of a text: a number would pretend more than it says. */
export const sureness = (confidence: number) =>
  confidence >= SURE ? 'sheets.sure.sure' : confidence >= LIKELY ? 'sheets.sure.likely' : 'sheets.sure.unsure';
