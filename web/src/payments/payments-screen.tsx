import { useDebouncedCallback } from '@mantine/hooks';
import type { ReplyOf } from '@seri/contract/http.ts';
import { UNLIMITED } from '@seri/contract/money.ts';
import { PAYMENT_TYPES, type PaymentsQuery, paymentsQuery } from '@seri/contract/payments/list-search.ts';
import type { payments } from '@seri/contract/payments/routes.ts';
import { exportPayments, type PaymentsFilter } from '@seri/contract/payments/statement-routes.ts';
import { IconFileText } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { call } from '../shell/api/api.ts';
import { CsvDownload } from '../shell/csv-download.tsx';
import { groupThousands } from '../shell/i18n/format.ts';
import { t } from '../shell/i18n/i18n.ts';
import { usePageTitle } from '../shell/layout/page-title.ts';
import { useMinContentWidth } from '../shell/layout/use-min-content-width.ts';
import { rememberedPageSize, storingPageSize } from '../shell/page-size.ts';
import { QueryList } from '../shell/query-list.tsx';
import { useScreenSearch } from '../shell/search.ts';
import { ActionButton } from '../ui/actions/action-button.tsx';
import { Segmented } from '../ui/actions/segmented.tsx';
import { Money } from '../ui/data/money.tsx';
import { EmptyState } from '../ui/data/state-message.tsx';
import { DayField } from '../ui/forms/day-field.tsx';
import { TextSearch } from '../ui/forms/text-search.tsx';
import { DELAY_MS } from '../ui/theme/delays.ts';
import { Page } from '../ui/theme/page.tsx';
import { PaymentCard, PaymentTable, paymentTypeText } from './payment-rows.tsx';
import css from './payments.module.css';
import { paymentQueries } from './queries.ts';
import { StatementDialog } from './statement-dialog.tsx';

/** Minimum width of the table's columns. */
const TABLE_PX = 976;

export function PaymentsScreen() {
  usePageTitle({ title: t('Menu.Payments') });
  const [address, setSearch] = useScreenSearch(paymentsQuery);
  const search = { ...address, pageSize: rememberedPageSize(address.pageSize) };
  const query = useQuery(paymentQueries.list(search));
  const isTable = useMinContentWidth(TABLE_PX);
  const { data } = query;
  const isFiltered = [search.qSearch, search.dateFrom, search.dateTo, search.type].some((value) => value !== undefined);
  const change = (patch: Partial<typeof search>, how = {}) => void setSearch({ page: undefined, ...patch }, how);
  const { page: _, pageSize: __, ...filter } = search;
  const reset = () => change({ qSearch: undefined, dateFrom: undefined, dateTo: undefined, type: undefined });

  return (
    <Page>
      <PaymentTotals list={data} />
      <PaymentFiles filter={filter} />
      <PaymentFilters search={search} onChange={change} total={data?.pageInfo.totalSearchResults} />
      <QueryList
        query={query}
        itemsOf={(data) => data.records}
        skeleton={{ rows: 8, photoWidth: 1 }}
        failed={t('payments.failed')}
        empty={
          isFiltered ? (
            <EmptyState
              title={t('payments.none.title')}
              text={t('payments.none.text')}
              action={<ActionButton onClick={reset}>{t('Common.ResetFilter')}</ActionButton>}
            />
          ) : (
            <EmptyState title={t('payments.empty.title')} text={t('payments.empty.text')} />
          )
        }
        at={search}
        onMove={storingPageSize(setSearch)}
      >
        {(items) =>
          isTable ? (
            <PaymentTable records={items} />
          ) : (
            <div className="panel">
              {items.map((record) => (
                <PaymentCard key={record.id} record={record} />
              ))}
            </div>
          )
        }
      </QueryList>
    </Page>
  );
}

/** The filtered list as a file, and a printable statement of a period. */
function PaymentFiles({ filter }: { filter: PaymentsFilter }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={css.files}>
      <ActionButton
        kind="plain"
        size="md"
        leftSection={<IconFileText size={18} stroke={1.5} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('payments.statement')}
      </ActionButton>
      <CsvDownload addressOf={() => call(exportPayments, { query: filter })} />
      <StatementDialog opened={isOpen} onClose={() => setOpen(false)} />
    </div>
  );
}

interface PaymentFiltersProps {
  search: PaymentsQuery;
  onChange: (patch: Partial<PaymentsQuery>, how?: { replace: boolean }) => void;
  total: number | undefined;
}

const ALL = 'all';

function PaymentFilters({ search, onChange, total }: PaymentFiltersProps) {
  const types = PAYMENT_TYPES.map((type) => ({ value: type as string, label: paymentTypeText(type) }));
  const [pressed, setPressed] = useState<string | null>(null);
  const apply = useDebouncedCallback((value: string) => {
    setPressed(null);
    onChange({ type: PAYMENT_TYPES.find((type) => type === value) });
  }, DELAY_MS.paymentType);
  return (
    <div className={css.filters}>
      <TextSearch
        label={t('payments.search')}
        clearLabel={t('payments.search.clear')}
        value={search.qSearch}
        onChange={(qSearch) => onChange({ qSearch }, { replace: true })}
      />
      <DayField
        label={t('payments.from')}
        invalid={t('Errors.Invalid')}
        value={search.dateFrom}
        onChange={(dateFrom) => onChange({ dateFrom }, { replace: true })}
      />
      <DayField
        label={t('payments.to')}
        invalid={t('Errors.Invalid')}
        value={search.dateTo}
        onChange={(dateTo) => onChange({ dateTo }, { replace: true })}
      />
      <Segmented
        name={t('payments.type')}
        value={pressed ?? search.type ?? ALL}
        options={[{ value: ALL, label: t('Common.All') }, ...types]}
        onChange={(value) => {
          setPressed(value);
          apply(value);
        }}
      />
      {total !== undefined && <span className={css.count}>{t('payments.count', { n: groupThousands(total) })}</span>}
    </div>
  );
}

/** Current balance, income and expenses under the filter. */
function PaymentTotals({ list }: { list: ReplyOf<typeof payments> | undefined }) {
  const { data } = useQuery(paymentQueries.balance());
  const info = data?.balanceInfo;
  return (
    <div className={css.totals}>
      <dl className={css.figures}>
        <Total label={t('payments.balance')} note={info && creditText(info.creditLimit)} large>
          <span data-tone={info && info.balance < 0 ? 'red' : undefined}>
            <Money yen={info?.balance ?? null} />
          </span>
        </Total>
        <Total label={t('payments.received')}>
          <Money yen={yenOf(list?.totalReceived)} />
        </Total>
        <Total label={t('payments.spent')}>
          <Money yen={yenOf(list?.totalSpent)} />
        </Total>
      </dl>
      <p className="quiet small">{t('payments.transferTime')}</p>
    </div>
  );
}

function creditText(creditLimitYen: number): string {
  if (creditLimitYen === UNLIMITED) return t('payments.unlimited');
  if (creditLimitYen === 0) return t('payments.noCredit');
  return t('payments.credit', { amount: groupThousands(creditLimitYen) });
}

/** Totals are digit strings on the wire (business-rules.md#ledger). */
const yenOf = (digits: string | null | undefined): number | null => (digits ? Number(digits) : null);

interface TotalProps {
  label: string;
  note?: string | undefined;
  large?: boolean;
  children: ReactNode;
}

function Total({ label, note, large = false, children }: TotalProps) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className={large ? css.balance : css.total}>{children}</dd>
      {note && <dd className="quiet small">{note}</dd>}
    </div>
  );
}
