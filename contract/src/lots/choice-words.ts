/**
 * Labels of lot statuses that are sent as text: the options of a filter are in the reader's language
 * (business-rules.md#texts-in-answers).
 */
const STATUS_LABEL: Record<number, { en: string; ru: string }> = {
  4531: { en: 'Ongoing', ru: 'Идёт' },
  4532: { en: 'Upcoming', ru: 'Предстоит' },
  4533: { en: 'Sold', ru: 'Продан' },
  4534: { en: 'Sold by negotiation', ru: 'Продан после переговоров' },
  4535: { en: 'Not sold', ru: 'Не продан' },
  4536: { en: 'Cancelled', ru: 'Отменён' },
  4537: { en: 'Removed', ru: 'Снят' },
  4538: { en: 'Unknown', ru: 'Неизвестно' },
  4539: { en: 'Unsold', ru: 'Снят непроданным' },
};

/** The label of a lot status in the reader’s language; `Unknown` for a code without one. */
export const lotStatusLabel = (status: number, russian: boolean): string => {
  const label = STATUS_LABEL[status] ?? { en: 'Unknown', ru: 'Неизвестно' };
  return russian ? label.ru : label.en;
};

const BEST_FIRST = ['S', '6', '5', '4.5', '4', '3.5', '3', '2', '1', 'RA', 'RB', 'R', 'R2', 'R?', 'WR', '***'];

/** Sort key of a grade, the best first; unknown ones last. */
export const gradeRank = (grade: unknown): number =>
  (BEST_FIRST.indexOf(String(grade).replace(/\.0$/, '')) + 1 || BEST_FIRST.length + 1) - 1;

/** Whether the grade has a place in the order of grades. */
export const isKnownGrade = (grade: string): boolean => gradeRank(grade) < BEST_FIRST.length;
