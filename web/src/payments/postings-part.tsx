import { TextInput } from '@mantine/core';
import type { ReplyOf } from '@seri/contract/http.ts';
import { PAGE_SIZES } from '@seri/contract/http.ts';
import { BOOKED_KINDS } from '@seri/contract/payments/bookings.ts';
import { type clientPostings, reversePosting } from '@seri/contract/payments/manager-routes.ts';
import type { Client } from '@seri/contract/users/client-routes.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '../shell/api/error-text.ts';
import { useIdempotentMutation } from '../shell/api/idempotent-mutation.ts';
import { groupThousands, japanFullDate, yen } from '../shell/i18n/format.ts';
import { t } from '../shell/i18n/i18n.ts';
import { ActionButton } from '../ui/actions/action-button.tsx';
import { ListPager } from '../ui/data/list-pager.tsx';
import { Money } from '../ui/data/money.tsx';
import { SkeletonRows } from '../ui/data/skeleton.tsx';
import { ConfirmDialog } from '../ui/overlays/confirm-dialog.tsx';
import css from './deposits.module.css';
import { kindText } from './manager-labels.tsx';
import { paymentManagerQueries } from './manager-queries.ts';

const FIRST = { page: 1, pageSize: PAGE_SIZES[0] };

type Posting = ReplyOf<typeof clientPostings>['items'][number];

/** A purchase is reversed with its car, not here; a reversal is not reversed again. */
const isReversible = ({ kind, correctsId, correctedById }: Posting): boolean =>
  correctsId === null && correctedById === null && BOOKED_KINDS.some((known) => known === kind);

/** Postings of a client, newest first. Postings are never edited; a reversal corrects a mistake. */
export function PostingsPart({ client, mayDecide }: { client: Client; mayDecide: boolean }) {
  const [at, setAt] = useState<{ page: number; pageSize: number }>(FIRST);
  const { data, error, refetch } = useQuery(paymentManagerQueries.postings(client.userId, at));
  const [posting, setPosting] = useState<Posting | null>(null);
  const [isConfirming, setConfirming] = useState(false);
  return (
    <section className={`panel ${css.part}`} aria-labelledby="money-postings">
      <h2 id="money-postings">{t('payments.manager.postings')}</h2>
      {!data && !error && <SkeletonRows rows={5} photoWidth={0} />}
      {!data && error && (
        <p role="alert">
          {errorText(error)}{' '}
          <ActionButton kind="plain" onClick={() => void refetch()}>
            {t('ui.tryAgain')}
          </ActionButton>
        </p>
      )}
      {data?.items.length === 0 && <p className="quiet">{t('payments.manager.noPostings')}</p>}
      <ul className={css.rows}>
        {data?.items.map((item) => (
          <li key={item.postingId} className={css.posting} data-gone={item.correctedById !== null || undefined}>
            <div className={css.lines}>
              <b>{item.description}</b>
              <span>{lineOf(item)}</span>
            </div>
            <b className="num" data-tone={item.amountYen > 0 ? 'green' : undefined}>
              <Money yen={item.amountYen} signed />
            </b>
            {mayDecide && isReversible(item) && (
              <ActionButton
                kind="quiet"
                aria-label={t('payments.manager.reverseThis', { text: item.description })}
                onClick={() => {
                  setPosting(item);
                  setConfirming(true);
                }}
              >
                {t('payments.manager.reverse')}
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
      {posting && (
        <Reversal
          key={posting.postingId}
          opened={isConfirming}
          posting={posting}
          client={client}
          onClose={() => setConfirming(false)}
        />
      )}
    </section>
  );
}

function lineOf(item: Posting): string {
  const parts = [`№ ${item.postingId}`, japanFullDate(item.bookedOn), kindText(item.kind)];
  if (item.purchaseId !== null) parts.push(`P${item.purchaseId}`);
  if (item.correctsId !== null) parts.push(t('payments.manager.corrects', { number: item.correctsId }));
  if (item.correctedById !== null) parts.push(t('payments.manager.corrected', { number: item.correctedById }));
  return parts.join(' · ');
}

interface ReversalProps {
  opened: boolean;
  posting: Posting;
  client: Client;
  onClose: () => void;
}

function Reversal({ opened, posting, client, onClose }: ReversalProps) {
  const [text, setText] = useState(t('payments.manager.reverseText', { text: posting.description }).slice(0, 200));
  const { mutate, isPending, error } = useIdempotentMutation(reversePosting);
  const queries = useQueryClient();
  const send = () =>
    mutate(
      { postingId: posting.postingId, description: text.trim() },
      {
        onSuccess: async () => {
          await Promise.all(
            [paymentManagerQueries.all, ['users', 'clients'], ['purchases']].map((queryKey) =>
              queries.invalidateQueries({ queryKey }),
            ),
          );
          onClose();
        },
      },
    );
  const isReady = text.trim() !== '';
  return (
    <ConfirmDialog
      opened={opened}
      title={t('payments.manager.askReverse', {
        amount: groupThousands(posting.amountYen),
        name: client.name,
        code: client.clientId,
      })}
      confirmLabel={t('payments.manager.reverse')}
      cancelLabel={t('users.cancel')}
      onConfirm={send}
      onEnter={() => isReady && send()}
      onCancel={onClose}
      pending={isPending}
      confirmDisabled={!isReady}
      error={error && errorText(error)}
    >
      <div className={css.form}>
        <p className="quiet">
          {t('payments.manager.reverseNote', { after: yen(client.balanceYen - posting.amountYen) })}
        </p>
        <TextInput
          label={t('payments.manager.text')}
          description={t('payments.manager.textNote')}
          maxLength={200}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          data-autofocus
        />
      </div>
    </ConfirmDialog>
  );
}
