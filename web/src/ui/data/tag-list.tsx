// Kept instead of Mantine's Pill, because it folds tags that do not fit and the listing loads without Mantine.

import { IconX } from '@tabler/icons-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { ActionButton } from '../actions/action-button.tsx';
import { t } from '../theme/text.ts';
import css from './tag-list.module.css';

export interface Tag {
  key: string;
  label: string;
  onRemove: () => void;
}

interface TagListProps {
  tags: readonly Tag[];
  onClear: () => void;
  clearLabel: string;
}

/** Number of tags shown before the row has been measured (business-rules.md#filter-tags). */
const INITIAL_TAGS = 5;

/** Active filters in one row; a button shows and hides the rest. */
export function TagList({ tags, onClear, clearLabel }: TagListProps) {
  const bar = useRef<HTMLDivElement>(null);
  const [fitting, setFitting] = useState(INITIAL_TAGS);
  const [open, setOpen] = useState(false);

  // Measuring lays out the whole page: only if another text is shown, not at each render of the list below.
  const labels = tags.map(({ label }) => label).join('\n');
  useLayoutEffect(() => {
    if (labels === '') return;
    const measure = () => setFitting(countFitting(bar.current));
    measure();
    const observer = new ResizeObserver(measure);
    if (bar.current) observer.observe(bar.current);
    // The fallback font has other widths.
    document.fonts.addEventListener('loadingdone', measure);
    return () => {
      observer.disconnect();
      document.fonts.removeEventListener('loadingdone', measure);
    };
  }, [labels]);

  if (tags.length === 0) return null;
  const hidden = Math.max(0, tags.length - fitting);
  return (
    <div ref={bar} className={css.bar} data-open={open || undefined}>
      <ul className={css.tags}>
        {tags.map((tag, index) => (
          <li key={tag.key} className={css.tag} data-hidden={(!open && index >= fitting) || undefined}>
            {tag.label}
            <button type="button" aria-label={t('ui.removeTag', { tag: tag.label })} onClick={tag.onRemove}>
              <IconX size={16} stroke={1.6} aria-hidden />
            </button>
          </li>
        ))}
      </ul>
      <button
        type="button"
        className={css.more}
        data-hidden={hidden === 0 || undefined}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {open ? t('ui.less') : t('ui.more', { n: Math.max(1, hidden) })}
      </button>
      <ActionButton kind="quiet" onClick={onClear}>
        {clearLabel}
      </ActionButton>
    </div>
  );
}

/**
 * Compares widths only, so that the result is the same while the list is expanded. The button for the rest needs room
 * only if there is a rest.
 */
function countFitting(bar: HTMLElement | null): number {
  const [list, more, clear] = bar?.children ?? [];
  if (!bar || !list || !more || !clear) return INITIAL_TAGS;
  const gap = Number.parseFloat(getComputedStyle(list).columnGap) || 0;
  const widthOf = (one: Element) => one.getBoundingClientRect().width + gap;
  // One pixel for the browser's rounding.
  const room = bar.clientWidth - widthOf(clear) + 1;
  const widths = [...list.children].map(widthOf);
  const total = widths.reduce((sum, width) => sum + width, 0);
  if (total - gap <= room) return widths.length;
  let left = room - widthOf(more);
  return widths.findIndex((width) => {
    left -= width;
    return left + gap < 0;
  });
}
