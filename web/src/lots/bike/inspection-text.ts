/** In the order of the wire (business-rules.md#bike-inspection). */
export const ZONES = ['engine', 'electro', 'exterior', 'front', 'rear', 'chassis'] as const;
export type Zone = (typeof ZONES)[number];

/** One remark of the house; the letter is its mark on the drawing, null where the house gave none. */
export interface Remark {
  letter: string | null;
  text: string;
}

export interface Rating {
  title: string;
  /** As the house wrote it; null where it gave none. */
  value: string | null;
  findings: { part: string; finding: string | null }[];
}

const MARKER = /(?:^|\s)([A-Z])-/g;

/** `A-Scratch on tank B-Worn tyre` as a list; what stands before the first letter is a remark without one. */
export function remarksOf(list: string): Remark[] {
  const marks = [...list.matchAll(MARKER)];
  const ends = [...marks.slice(1).map(({ index }) => index), list.length];
  const before = { letter: null, text: list.slice(0, marks[0]?.index ?? list.length).trim() };
  const lettered = marks.map((mark, at) => ({
    letter: mark[1] ?? null,
    text: list.slice(mark.index + mark[0].length, ends[at]).trim(),
  }));
  return [before, ...lettered].filter(({ text }) => text !== '');
}

/** `Engine:5#oil leak-none,noise-small`; every part of it may be missing. */
export function ratingOf(text: string): Rating {
  const [head, rest] = cut(text, '#');
  const [title, value] = cut(head, ':');
  const findings = rest.split(',').map((pair) => {
    const [part, finding] = cut(pair, '-');
    return { part, finding: finding || null };
  });
  return { title, value: value || null, findings: findings.filter(({ part }) => part !== '') };
}

/** Addresses separated by `#`, each once. */
export const addressesOf = (text: string): string[] => [
  ...new Set(
    text
      .split('#')
      .map((address) => address.trim())
      .filter(Boolean),
  ),
];

/** Both sides of the first divider; without one all of it is the left side. */
function cut(text: string, divider: string): [string, string] {
  const at = text.indexOf(divider);
  return at < 0 ? [text.trim(), ''] : [text.slice(0, at).trim(), text.slice(at + 1).trim()];
}
