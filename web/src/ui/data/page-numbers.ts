export const pageCount = (total: number, pageSize: number): number => Math.max(1, Math.ceil(total / pageSize));

/** Page numbers with one sibling and one boundary page; a gap of more than one page becomes dots. */
export function pagesAround(page: number, count: number): (number | 'before' | 'after')[] {
  const shown = [...new Set([1, page - 1, page, page + 1, count])].filter((item) => item >= 1 && item <= count);
  const pages: (number | 'before' | 'after')[] = [];
  for (const item of shown.sort((left, right) => left - right)) {
    const previous = pages.at(-1);
    if (typeof previous === 'number' && item - previous === 2) pages.push(previous + 1);
    else if (typeof previous === 'number' && item - previous > 2) pages.push(item <= page ? 'before' : 'after');
    pages.push(item);
  }
  return pages;
}
