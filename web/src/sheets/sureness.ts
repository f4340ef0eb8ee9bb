const SURE = 0.9;
const LIKELY = 0.75;

/** Confidence of a reading as a text key, since a number would suggest false precision. */
export const sureness = (confidence: number) =>
  confidence >= SURE ? 'sheets.sure.sure' : confidence >= LIKELY ? 'sheets.sure.likely' : 'sheets.sure.unsure';
