import { IconX } from '@tabler/icons-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { ActionButton } from './action-button.tsx';
import css from './tag-list.module.css';
import { t } from './text.ts';

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

/** As many as show before the row has been measured (decisions D4.29). */
const UNTIL_MEASURED = 5;

/** What is filtered by, in one row; the rest shows and hides with a button. */
export function TagList({ tags, onClear, clearLabel }: TagListProps) {
  const list = useRef<HTMLUListElement>(null);
  const [fitting, setFitting] = useState(UNTIL_MEASURED);
  const [open, setOpen] = useState(false);

  useLayoutEffect(() => {
    const measure = () => setFitting(Math.min(tags.length, countFitting(list.current)));
    measure();
    const observer = new ResizeObserver(measure);
    if (list.current) observer.observe(list.current);
    return () => observer.disconnect();
  }, [tags]);

  if (tags.length === 0) return null;
  const hidden = Math.max(0, tags.length - fitting);
  return (
    <div className={css.bar} data-open={open || undefined}>
      <ul ref={list} className={css.tags}>
        {tags.map((tag, index) => (
          <li key={tag.key} className={css.tag} data-hidden={(!open && index >= fitting) || undefined}>
            {tag.label}
            <button type="button" aria-label={t('ui.removeTag', { tag: tag.label })} onClick={tag.onRemove}>
              <IconX size={16} stroke={1.6} aria-hidden />
            </button>
          </li>
        ))}
      </ul>
      {hidden > 0 && (
        <button type="button" className={css.more} aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? t('ui.less') : t('ui.more', { n: hidden })}
        </button>
      )}
      <ActionButton kind="quiet" onClick={onClear}>
        {clearLabel}
      </ActionButton>
    </div>
  );
}

/** By their widths, so that it counts the same while the list is unfolded. */
function countFitting(list: HTMLUListElement | null): number {
  if (!list) return UNTIL_MEASURED;
  const gap = Number.parseFloat(getComputedStyle(list).columnGap) || 0;
  let left = list.clientWidth + 1;
  let count = 0;
  for (const item of list.children) {
    left -= item.getBoundingClientRect().width;
    if (left < 0) break;
    left -= gap;
    count += 1;
  }
  return count;
}
