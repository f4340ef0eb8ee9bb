/** Facts of a vehicle that an estimate may ask for, by the way in which rules count them. */

/** Numbers that rules read as they are. */
export const NUMBER_QUESTIONS = [
  'engineCc',
  'powerPs',
  'power30MinutePs',
  'seats',
  'doors',
  'lengthMm',
  'widthMm',
  'heightMm',
  'weightKg',
  'co2GPerKm',
] as const;

export const WORD_QUESTIONS = ['fuel', 'hybrid', 'steering', 'drive', 'body', 'typeCode', 'port'] as const;

/** They give the ages at the arrival. */
export const DATE_QUESTIONS = ['firstRegistrationYear', 'firstRegistrationMonth', 'builtYear', 'builtMonth'] as const;

export const QUESTIONS = [
  ...WORD_QUESTIONS,
  ...NUMBER_QUESTIONS,
  ...DATE_QUESTIONS,
  /** Asks for the three lengths. */
  'volumeM3',
  /** The customs value at the client's port. */
  'referenceValue',
] as const;
/** A fact that a reader can be asked for. */
export type Question = (typeof QUESTIONS)[number];

/** A question that a manager can answer with a value of the lot; the port is known to the auction house alone. */
export type Askable = Exclude<Question, 'port'>;
export const ASKABLE: readonly Askable[] = QUESTIONS.filter((question) => question !== 'port');

/** Of the unknown facts, those that a manager can be asked for. */
export const askableOf = (questions: readonly Question[]): Askable[] =>
  ASKABLE.filter((fact) => questions.includes(fact));
