/** In wire order (business-rules.md#bike-inspection). */
export const ZONES = ['engine', 'electro', 'exterior', 'front', 'rear', 'chassis'] as const;
export type Zone = (typeof ZONES)[number];

/** One remark of the auction house; the letter is its mark on the drawing, null without one. */
export interface Remark {
  letter: string | null;
  text: string;
}

export interface Rating {
  title: string;
  /** As the auction house wrote it; null without one. */
  value: string | null;
  findings: { part: string; finding: string | null }[];
}

const MARKER = /(?:^|\s)([A-Z])-/g;

/** Splits `A-Scratch on tank B-Worn tyre` into a list; text before the first letter becomes a remark without one. */
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

/** Parses `Engine:5#oil leak-none,noise-small`; every part of it is optional. */
export function ratingOf(text: string): Rating {
  const [head, rest] = cut(text, '#');
  const [title, value] = cut(head, ':');
  const findings = rest.split(',').map((pair) => {
    const [part, finding] = cut(pair, '-');
    return { part, finding: finding || null };
  });
  return { title, value: value || null, findings: findings.filter(({ part }) => part !== '') };
}

/** Addresses separated by `#`, without duplicates. */
export const addressesOf = (text: string): string[] => [
  ...new Set(
    text
      .split('#')
      .map((address) => address.trim())
      .filter(Boolean),
  ),
];

/** Splits at the first divider; without one everything is on the left side. */
function cut(text: string, divider: string): [string, string] {
  const at = text.indexOf(divider);
  return at < 0 ? [text.trim(), ''] : [text.slice(0, at).trim(), text.slice(at + 1).trim()];
}
