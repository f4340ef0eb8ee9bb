import type { Overlay } from './draw-translation.ts';
import type { Place } from './queries.ts';
import type { SheetLanguage, Translate } from './translate.ts';

/** Fields with Latin text that need no translation, or on the drawing of the car. */
const LEFT_AS_WRITTEN: ReadonlySet<string> = new Set([
  'lotNumber',
  'modelCode',
  'chassisNumber',
  'overallGrade',
  'interiorGrade',
  'damageDiagram',
  'house',
]);
const PARAGRAPHS: ReadonlySet<string> = new Set(['equipment', 'salesPoints', 'inspectorNotes']);
const UNREAD: Record<SheetLanguage, string> = { en: '[not read]', ru: '[не прочитано]' };

interface Read {
  field: string;
  ja: string | null;
}

/** Overlays of the labels and of Japanese values; an unknown term keeps its Japanese text. */
export function overlaysOf(
  places: readonly Place[],
  items: readonly Read[],
  translate: Translate,
  language: SheetLanguage,
): Overlay[] {
  return places.flatMap(({ field, ja, label, value }): Overlay[] => {
    const heading = translate('label', ja, language);
    const overlays: Overlay[] = heading ? [{ kind: 'label', box: label, lines: [heading] }] : [];
    const written = items.filter((item) => item.field === field);
    // An unreadable cell stays uncovered.
    const isCovered = written.some((item) => item.ja !== null) && !LEFT_AS_WRITTEN.has(field);
    if (!isCovered) return overlays;
    const lines = written.map((item) =>
      item.ja === null ? UNREAD[language] : (translate(field, item.ja, language) ?? item.ja),
    );
    return [...overlays, { kind: PARAGRAPHS.has(field) ? 'paragraph' : 'value', box: value, lines }];
  });
}
