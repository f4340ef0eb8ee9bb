import type { SheetField } from '@seri/contract/sheets/fields.ts';
import type { GlossaryWord } from '../../platform/i18n/glossary.ts';
import { type WordList, wordList } from './closest-word.ts';

/** The closed lists of words of the fields. */
export interface Vocabulary {
  byField: Partial<Record<SheetField, WordList>>;
  makers: WordList;
  models: WordList;
}

/** A word that a manager entered in a field, from then on in the field's list. */
export interface LearnedWord {
  field: string;
  ja: string;
}

export function vocabularyOf(
  words: readonly GlossaryWord[],
  houses: readonly string[],
  learned: readonly LearnedWord[] = [],
): Vocabulary {
  const of = (...kinds: string[]) => words.filter(({ kind }) => kinds.includes(kind)).map(({ ja }) => ja);
  const field = (name: SheetField, known: readonly string[]) =>
    wordList([...known, ...learned.filter((word) => word.field === name).map(({ ja }) => ja)]);
  const paragraph = ['…他', ...of('equipment', 'sales-point', 'remark')];
  return {
    byField: {
      house: field('house', houses),
      shift: field('shift', of('gearbox')),
      drive: field('drive', of('drive')),
      color: field('color', of('colour')),
      grade: field('grade', of('trim')),
      equipment: field('equipment', paragraph),
      salesPoints: field('salesPoints', paragraph),
      inspectorNotes: field('inspectorNotes', [...paragraph, ...faultsOfPanels(of('panel'), of('fault'))]),
    },
    makers: wordList(of('maker')),
    models: wordList([...of('model'), ...learned.filter((word) => word.field === 'carName').map(({ ja }) => ja)]),
  };
}

const SIZES = ['', '小', '中', '大'];

/** Remarks on panels combine three short lists: `左Fドア` + `凹み` + `大`. */
const faultsOfPanels = (panels: readonly string[], faults: readonly string[]): string[] =>
  panels.flatMap((panel) => faults.flatMap((fault) => SIZES.map((size) => `${panel}${fault}${size}`)));
