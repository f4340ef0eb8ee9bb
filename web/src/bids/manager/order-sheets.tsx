import { confirmSheet, orderSheets } from '@seri/contract/agent/sheet-routes.ts';
import type { BodyInput, ReplyOf } from '@seri/contract/http.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ApiError, call } from '../../shell/api/api.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { ActionButton } from '../../ui/actions/action-button.tsx';
import { japanDate } from '../../ui/data/japan-text.ts';
import { JapanTime } from '../../ui/data/japan-time.tsx';
import { bidQueries, refreshLists } from '../core/queries.ts';
import { RefusalNote } from '../core/refusal-note.tsx';
import css from '../place/notices.module.css';

type Sheet = ReplyOf<typeof orderSheets>[number];

const SHEETS_KEY = [...bidQueries.all, 'sheets'];
const POLL_MS = 60_000;

/** Emailed order sheets that the agent has not confirmed yet; nothing if no sheets are sent (decision 010). */
export function OrderSheets() {
  const { data: sheets = [] } = useQuery({
    queryKey: SHEETS_KEY,
    queryFn: ({ signal }) => call(orderSheets, { signal }),
    refetchInterval: POLL_MS,
  });
  const open = sheets.filter(({ confirmedAt }) => confirmedAt === null);
  if (open.length === 0) return null;
  return (
    <section className={css.sheets} aria-labelledby="order-sheets">
      <h2 id="order-sheets">{t('bids.sheets.title')}</h2>
      <p className="quiet small">{t('bids.sheets.text')}</p>
      <ul>
        {open.map((sheet) => (
          <OpenSheet key={`${sheet.houseId} ${sheet.day}`} sheet={sheet} />
        ))}
      </ul>
    </section>
  );
}

function OpenSheet({ sheet }: { sheet: Sheet }) {
  const { houseId, house, day, version, orders, mailedAt } = sheet;
  const client = useQueryClient();
  const { mutate, isPending, error } = useMutation<unknown, ApiError, BodyInput<typeof confirmSheet>>({
    mutationFn: (body) => call(confirmSheet, { body }),
    onSettled: () => Promise.all([client.invalidateQueries({ queryKey: SHEETS_KEY }), refreshLists(client)]),
  });
  return (
    <li>
      <b>{house}</b>
      <span>
        {japanDate(`${day}T00:00+09:00`)} · {t('bids.sheets.sheet', { version })} ·{' '}
        {t('bids.sheets.orders', { count: orders })} ·{' '}
        {mailedAt ? (
          <>
            {t('bids.sheets.mailed')} <JapanTime at={mailedAt} zone />
          </>
        ) : (
          t('bids.sheets.notMailed')
        )}
      </span>
      <ActionButton kind="plain" size="xs" loading={isPending} onClick={() => mutate({ houseId, day, version })}>
        {t('bids.sheets.confirm', { house })}
      </ActionButton>
      {error && <RefusalNote error={error} />}
    </li>
  );
}
