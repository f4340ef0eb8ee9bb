import { IconChevronDown } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { t, withAllTexts } from '../../shell/i18n/i18n.ts';
import { ActionButton } from '../../ui/actions/action-button.tsx';
import { lazyPart } from '../../ui/loading/lazy-part.tsx';
import { countMore } from '../core/lot-search.ts';
import type { MoreFiltersProps } from './choice-options.ts';
import css from './more-filters.module.css';

const MoreFields = lazyPart(
  withAllTexts(() => import('./more-fields.tsx')),
  'MoreFields',
);

/** Filters by price, technical facts, condition and own marks: folded, and loaded when first opened. */
export function MoreFilters({ className = '', ...props }: MoreFiltersProps & { className?: string | undefined }) {
  const [isOpen, setOpen] = useState(false);
  const count = countMore(props.filter);
  return (
    <div className={`${css.more} ${className}`}>
      <ActionButton
        kind="quiet"
        aria-expanded={isOpen}
        rightSection={<IconChevronDown size={16} stroke={1.6} aria-hidden data-open={isOpen || undefined} />}
        onPointerEnter={MoreFields.preload}
        onFocus={MoreFields.preload}
        onClick={() => setOpen(!isOpen)}
      >
        {count > 0 ? t('lots.more.counted', { count }) : t('lots.more.name')}
      </ActionButton>
      {isOpen && (
        <Suspense fallback={<div className={css.loading} aria-busy="true" />}>
          <MoreFields {...props} />
        </Suspense>
      )}
    </div>
  );
}
