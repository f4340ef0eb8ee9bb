// Kept instead of Mantine's Pagination, because the listing loads without Mantine.

import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { groupThousands } from '../theme/number-text.ts';
import { t } from '../theme/text.ts';
import css from './list-pager.module.css';
import { pageCount, pagesAround } from './page-numbers.ts';

interface ListPagerProps {
  page: number;
  pageSize: number;
  /** Undefined: unknown, so there are no pages. */
  total: number | undefined;
  pageSizes: readonly number[];
  onPage: (page: number) => void;
  onPageSize: (pageSize: number) => void;
  /** Text on the right, such as `1–20 of 1 240 lots`. */
  children?: ReactNode;
}

export function ListPager({ page, pageSize, total, pageSizes, onPage, onPageSize, children }: ListPagerProps) {
  const count = total === undefined ? 1 : pageCount(total, pageSize);
  const hasSizes = total !== undefined && total > Math.min(...pageSizes);
  return (
    <div className={css.bar}>
      {count > 1 && (
        <nav className={css.pages} aria-label={t('ui.pager.name')}>
          <StepButton name={t('ui.pager.previous')} disabled={page <= 1} onClick={() => onPage(page - 1)}>
            <IconChevronLeft size={20} stroke={1.5} aria-hidden />
          </StepButton>
          {pagesAround(page, count).map((item) =>
            typeof item === 'number' ? (
              <button
                key={item}
                type="button"
                className={css.page}
                aria-label={t('ui.pager.page', { page: item })}
                aria-current={item === page ? 'page' : undefined}
                onClick={() => onPage(item)}
              >
                {groupThousands(item)}
              </button>
            ) : (
              <span key={item} className={css.dots} aria-hidden="true">
                …
              </span>
            ),
          )}
          <StepButton name={t('ui.pager.next')} disabled={page >= count} onClick={() => onPage(page + 1)}>
            <IconChevronRight size={20} stroke={1.5} aria-hidden />
          </StepButton>
        </nav>
      )}
      {hasSizes && (
        <select
          className={css.size}
          aria-label={t('ui.pager.size')}
          value={pageSize}
          onChange={(event) => onPageSize(Number(event.currentTarget.value))}
        >
          {pageSizes.map((size) => (
            <option key={size} value={size}>
              {t('ui.pager.show', { n: size })}
            </option>
          ))}
        </select>
      )}
      <div className={css.rest}>{children}</div>
    </div>
  );
}

interface StepButtonProps {
  name: string;
  disabled: boolean;
  onClick: () => void;
  children: ReactNode;
}

function StepButton({ name, disabled, onClick, children }: StepButtonProps) {
  return (
    <button type="button" className={css.page} aria-label={name} disabled={disabled} onClick={onClick}>
      {children}
    </button>
  );
}
