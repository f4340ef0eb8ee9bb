import type { GlossaryOverrideTable } from './word-table.ts';

/** Kinds of terms that lots carry in the auction houses' words and that managers may translate. */
export const WORD_KINDS = ['color', 'equipment', 'gearbox', 'drive', 'grade', 'remark', 'part', 'finding'] as const;
export type WordKind = (typeof WORD_KINDS)[number];

/** The managers' overrides in one language. */
export type GlossaryOverrides = Partial<Record<WordKind, GlossaryOverrideTable>>;
