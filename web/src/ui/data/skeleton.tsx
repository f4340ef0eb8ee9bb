// Kept instead of Mantine's Skeleton, because the listing loads without Mantine.

import { t } from '../theme/text.ts';
import { rem } from '../theme/widths.ts';
import css from './skeleton.module.css';

/** A grey bar that replaces a loading text or picture; it appears after 150 ms. */
export function SkeletonBlock({
  width = '100%',
  height = 12,
  quiet = false,
}: {
  width?: string;
  height?: number;
  quiet?: boolean;
}) {
  return <span className={css.block} data-quiet={quiet || undefined} style={{ width, height: rem(height) }} />;
}

interface SkeletonRowsProps {
  rows: number;
  /** Columns behind the photo, as CSS grid tracks. */
  columns?: readonly string[];
  photoWidth?: number;
}

const COLUMNS = ['1.4fr', '1fr', '1fr', '1fr', '0.8fr'] as const;

/** Placeholder rows of a list in their true height. */
export function SkeletonRows({ rows, columns = COLUMNS, photoWidth = 76 }: SkeletonRowsProps) {
  return (
    <div className={css.rows} role="status" aria-label={t('ui.loading')}>
      {numbers(rows).map((row) => (
        <div key={row} className={css.row} style={{ gridTemplateColumns: `${rem(photoWidth)} ${columns.join(' ')}` }}>
          <SkeletonBlock height={(photoWidth * 3) / 4} />
          {numbers(columns.length).map((index) => (
            <span key={index}>
              <SkeletonBlock width={`${40 + ((row * 7 + index * 23) % 45)}%`} />
              <SkeletonBlock width={`${50 + ((row * 11 + index * 17) % 40)}%`} height={10} quiet />
            </span>
          ))}
        </div>
      ))}
    </div>
  );
}

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
