import { PAGE_SIZES } from '@seri/contract/http.ts';
import type { Transfer } from '@seri/contract/payments/back-office-routes.ts';
import { assignTransfer } from '@seri/contract/payments/manager-routes.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { paths } from '../app/paths.ts';
import { errorText } from '../shell/api/error-text.ts';
import { groupThousands, japanFullDate, yen } from '../shell/i18n/format.ts';
import { t } from '../shell/i18n/i18n.ts';
import { clientNumber, useMay } from '../shell/session/session.ts';
import { useDecision } from '../shell/use-decision.tsx';
import { ActionButton } from '../ui/actions/action-button.tsx';
import { Segmented } from '../ui/actions/segmented.tsx';
import { ListPager } from '../ui/data/list-pager.tsx';
import { Money } from '../ui/data/money.tsx';
import { SkeletonBlock } from '../ui/data/skeleton.tsx';
import { ChooseClient } from './choose-client.tsx';
import css from './deposits.module.css';
import { paymentManagerQueries } from './manager-queries.ts';

const FIRST = { page: 1, pageSize: PAGE_SIZES[0] };

type Shown = 'waiting' | 'all';

/** Bank transfers whose reference names no client, or more than one: a manager assigns them. */
export function TransfersPart() {
  const [shown, setShown] = useState<Shown>('waiting');
  const [at, setAt] = useState<{ page: number; pageSize: number }>(FIRST);
  const [chosen, setChosen] = useState<Transfer | null>(null);
  const [isChoosing, setChoosing] = useState(false);
  const { data, error, refetch } = useQuery(paymentManagerQueries.transfers(shown, at));
  const mayDecide = useMay('bidManageBidPrice');
  const { decide, dialog } = useDecision([paymentManagerQueries.all, ['users', 'clients']]);
  const show = (state: Shown) => {
    setShown(state);
    setAt({ ...at, page: 1 });
  };
  const assign = (userId: number, name: string) => {
    if (!chosen) return;
    const { transferId, amountYen, sender, reference } = chosen;
    setChoosing(false);
    decide(
      assignTransfer,
      { transferId, userId },
      {
        title: t('payments.manager.askAssign', { amount: groupThousands(amountYen), name, code: clientNumber(userId) }),
        confirm: t('payments.manager.book'),
        note: t('payments.manager.assignNote', { sender: sender || '–', reference: reference || '–' }),
      },
    );
  };
  return (
    <section className={`panel ${css.part}`} aria-labelledby="deposit-transfers">
      <div className={css.head}>
        <h2 id="deposit-transfers">{t('payments.manager.transfers')}</h2>
        <Segmented
          name={t('payments.manager.shown')}
          value={shown}
          options={[
            { value: 'waiting', label: t('payments.manager.waiting') },
            { value: 'all', label: t('Common.All') },
          ]}
          onChange={show}
        />
      </div>
      {!data && !error && <SkeletonBlock height={44} />}
      {!data && error && (
        <p role="alert">
          {errorText(error)}{' '}
          <ActionButton kind="plain" onClick={() => void refetch()}>
            {t('ui.tryAgain')}
          </ActionButton>
        </p>
      )}
      {data?.items.length === 0 && (
        <p className="quiet">
          {t(shown === 'waiting' ? 'payments.manager.noneWaits' : 'payments.manager.noTransfers')}
        </p>
      )}
      <ul className={css.rows}>
        {data?.items.map((transfer) => (
          <li key={transfer.transferId}>
            <div className={css.lines}>
              <b>{transfer.reference || t('payments.manager.noReference')}</b>
              <span>{[japanFullDate(transfer.receivedOn), transfer.sender].filter(Boolean).join(' · ')}</span>
            </div>
            <b className="num">
              <Money yen={transfer.amountYen} />
            </b>
            {transfer.userId !== null && (
              <Link {...paths.clientMoney(transfer.userId)} className={css.whose}>
                {clientNumber(transfer.userId)}
              </Link>
            )}
            {transfer.userId === null && mayDecide && (
              <ActionButton
                kind="plain"
                aria-label={t('payments.manager.assignThis', { amount: yen(transfer.amountYen) })}
                onClick={() => {
                  setChosen(transfer);
                  setChoosing(true);
                }}
              >
                {t('payments.manager.assign')}
              </ActionButton>
            )}
          </li>
        ))}
      </ul>
      {data && data.pageInfo.totalSearchResults > PAGE_SIZES[0] && (
        <ListPager
          {...at}
          total={data.pageInfo.totalSearchResults}
          pageSizes={PAGE_SIZES}
          onPage={(page) => setAt({ ...at, page })}
          onPageSize={(pageSize) => setAt({ page: 1, pageSize })}
        />
      )}
      <ChooseClient
        opened={isChoosing}
        candidates={chosen?.candidates ?? []}
        onChoose={assign}
        onClose={() => setChoosing(false)}
      />
      {dialog}
    </section>
  );
}
