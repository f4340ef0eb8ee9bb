import type { GlossaryOverrideTable } from './word-table.ts';

/** What lots carry in words of their houses, and managers may translate. */
export const WORD_KINDS = ['color', 'equipment', 'gearbox', 'drive', 'grade', 'remark', 'part', 'finding'] as const;
export type WordKind = (typeof WORD_KINDS)[number];

/** The words managers wrote, in one language. */
export type GlossaryOverrides = Partial<Record<WordKind, GlossaryOverrideTable>>;
