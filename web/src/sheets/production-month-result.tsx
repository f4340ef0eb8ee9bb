import type { ReplyOf } from '@seri/contract/http.ts';
import type { carProductionMonth } from '@seri/contract/sheets/routes.ts';
import { language, type TextKey, t } from '../shell/i18n/i18n.ts';
import { DataList, DataRow } from '../ui/data/data-row.tsx';

type Found = ReplyOf<typeof carProductionMonth>['carInfo'];

/** The order is fixed; an unknown item is not shown (business-rules.md#production-month). */
const ITEMS = [
  'modelCode',
  'modelName',
  'gradeCode',
  'engineNo',
  'transmission',
  'description',
  'code',
  'colorCode',
  'trimCode',
  'catalogNo',
] as const satisfies readonly (keyof Found)[];

export function ProductionMonthResult({ found }: { found: Found }) {
  return (
    <DataList>
      {found.year !== null && (
        <DataRow label={t('MonthOfProduction.year')} strong>
          {[found.year, found.month && monthName(found.month)].filter(Boolean).join('/')}
        </DataRow>
      )}
      {ITEMS.map((item) => {
        const label: TextKey = `MonthOfProduction.${item}`;
        return (
          found[item] && (
            <DataRow key={item} label={t(label)}>
              {found[item]}
            </DataRow>
          )
        );
      })}
    </DataList>
  );
}

const monthName = (month: number): string =>
  new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' }).format(Date.UTC(2000, month - 1));
