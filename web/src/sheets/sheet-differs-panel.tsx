import { IconFileAlert } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { paths } from '../app/paths.ts';
import { t } from '../shell/i18n/i18n.ts';
import css from './sheet-differs.module.css';
import { fieldText, valueText } from './value-text.ts';

interface SheetDiffersProps {
  lotId: string;
  /** Fields in which sheet and list differ; values without spelling. */
  differs: readonly { field: string; sheetValue: string; listValue: string }[] | undefined;
}

/** For managers: what the auction sheet of a lot says otherwise than the list, with the way to decide which is right. */
export function SheetDiffers({ lotId, differs }: SheetDiffersProps) {
  if (!differs || differs.length === 0) return null;
  const [first] = differs;
  const both = differs.map(
    ({ field, sheetValue, listValue }) =>
      `${fieldText(field)}: ${t('sheets.differs.both', { sheet: valueText(field, sheetValue), list: valueText(field, listValue) })}`,
  );
  return (
    <Link {...paths.sheetReview(lotId, { filter: 'contradictions' })} className={css.sign} title={both.join('\n')}>
      <IconFileAlert size={15} stroke={1.7} aria-hidden />
      <span>
        {differs.length === 1 && first
          ? t('sheets.sign.one', { field: fieldText(first.field), value: valueText(first.field, first.sheetValue) })
          : t('sheets.sign.many', { fields: differs.map(({ field }) => fieldText(field)).join(', ') })}
      </span>
    </Link>
  );
}
