import { reviewSearch } from '@seri/contract/sheets/review-search.ts';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { lotAddress, paths } from '../../app/paths.ts';
import { errorText, requestIdOf } from '../../shell/api/error-text.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { usePageTitle } from '../../shell/layout/page-title.ts';
import { type KeyPart, useScreenKeys } from '../../shell/navigation/key-map.ts';
import { isForPage, keyOf } from '../../shell/navigation/keys.ts';
import { useScreenSearch } from '../../shell/search.ts';
import { useUnsaved } from '../../shell/use-unsaved.ts';
import { ActionButton } from '../../ui/actions/action-button.tsx';
import { JapanTime } from '../../ui/data/japan-time.tsx';
import { SkeletonRows } from '../../ui/data/skeleton.tsx';
import { FailedState } from '../../ui/data/state-message.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { Page } from '../../ui/theme/page.tsx';
import { causeText } from '../value-text.ts';
import css from './review.module.css';
import { ReviewItems } from './review-items.tsx';
import { reviewQueries, useReviewChanges } from './review-queries.ts';
import { SheetPage, stateOf } from './sheet-page.tsx';

const KEYS: KeyPart = {
  title: 'sheets.review.title',
  lines: [
    { keys: ['J', 'K'], text: 'sheets.keys.move' },
    { keys: ['Enter'], text: 'sheets.keys.accept' },
    { keys: ['E'], text: 'sheets.keys.edit' },
    { keys: ['X'], text: 'sheets.keys.illegible' },
    { keys: ['R'], text: 'sheets.keys.again' },
    { keys: ['N'], text: 'sheets.keys.next' },
    { keys: ['P'], text: 'sheets.keys.photo' },
  ],
};

/** One auction sheet beside what was read on it. Keyboard first: each action has a key. */
export function ReviewScreen() {
  const { id } = useParams({ strict: false }) as { id: string };
  // Each sheet starts at its first item, once leaving the one before is confirmed.
  return <Review key={id} lotId={id} />;
}

function Review({ lotId }: { lotId: string }) {
  const [{ filter, source, cause }] = useScreenSearch(reviewSearch);
  const only = { source, cause };
  const scope = { filter, ...only };
  const navigate = useNavigate();
  const query = useQuery(reviewQueries.lot(lotId, scope));
  const { data, error, refetch } = query;
  const next = data?.nextLotId ?? null;
  // The next sheet is there before it is asked for.
  useQuery({ ...reviewQueries.lot(next ?? '0', scope), enabled: next !== null });
  const changes = useReviewChanges();
  const [currentId, setCurrentId] = useState<number | null>(null);
  const [editingId, setEditingId] = useState<number | null>(null);
  const [isNotifying, setIsNotifying] = useState(true);
  const [isDirty, setIsDirty] = useState(false);
  const [wantedId, setWantedId] = useState<number | null>(null);
  const unsaved = useUnsaved(isDirty, () => setEditingId(wantedId));
  const edit = (id: number | null) => {
    setWantedId(id);
    if (isDirty && id !== editingId) unsaved.leave();
    else setEditingId(id);
  };
  const [view, setView] = useState<'straight' | 'photo'>('straight');
  usePageTitle({
    title: data ? t('sheets.review.of', { lot: data.row.lotNo }) : t('sheets.review.title'),
    back: paths.sheetsReview(filter, only),
  });
  useScreenKeys(KEYS);

  const items = data ? ordered(data.items, data.contradictions) : [];
  const current = items.find(({ id }) => id === currentId) ?? items[0];
  const open = (other: string | null) => {
    void navigate(other === null ? paths.sheetsReview(filter, only) : paths.sheetReview(other, scope));
  };
  const move = (by: 1 | -1) => {
    const at = items.findIndex(({ id }) => id === current?.id);
    const to = items[Math.max(0, Math.min(items.length - 1, at + by))];
    if (to) setCurrentId(to.id);
  };
  const accept = () => {
    const found = data?.contradictions.find(({ itemId, decision }) => itemId === current?.id && decision === null);
    if (found && !changes.decide.isPending)
      changes.decide.mutate({
        lotId,
        field: found.field,
        decision: 'sheet',
        sheetValue: found.sheetValue,
        listValue: found.listValue,
        notifyClients: isNotifying && (data?.row.bids ?? 0) > 0,
      });
    else move(1);
  };
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    const isButton = (event.target as HTMLElement).closest('button, a') !== null;
    const actions: Record<string, () => void> = {
      j: () => move(1),
      k: () => move(-1),
      ...(isButton ? {} : { enter: accept }),
      e: () => current && edit(current.id),
      x: () => current && changes.illegible.mutate(current.id),
      r: () => changes.readAgain.mutate(lotId),
      n: () => open(next),
      p: () => setView(view === 'photo' ? 'straight' : 'photo'),
    };
    const action = actions[keyOf(event)];
    if (!action) return;
    event.preventDefault();
    action();
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => isForPage(event) && pressed(event);
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);

  if (!data)
    return (
      <Page dense>
        {error ? (
          <FailedState
            title={t('sheets.review.failed')}
            text={errorText(error)}
            requestId={requestIdOf(error)}
            onRetry={() => void refetch()}
          />
        ) : (
          <SkeletonRows rows={8} photoWidth={0} />
        )}
      </Page>
    );
  const { row } = data;
  return (
    <Page dense>
      <div className={css.head}>
        <p className={css.title}>
          <b>{row.lotNo}</b> {row.house} · <a href={lotAddress('car-auction', lotId)}>{row.vehicle}</a> {row.year ?? ''}{' '}
          · {t('sheets.review.cutoff')} <JapanTime at={row.cutoffAt} zone />
          {row.bids > 0 && ` · ${t('sheets.review.bids', { count: row.bids })}`}
        </p>
        <div className={css.buttons}>
          {data.position > 0 && (
            <span className="quiet">{t('sheets.review.position', { at: data.position, all: data.total })}</span>
          )}
          <ActionButton
            kind="plain"
            size="sm"
            disabled={data.previousLotId === null}
            onClick={() => open(data.previousLotId)}
          >
            {t('sheets.review.previous')}
          </ActionButton>
          <ActionButton
            kind="plain"
            size="sm"
            loading={changes.readAgain.isPending || row.state === 'waiting'}
            onClick={() => changes.readAgain.mutate(lotId)}
          >
            {t('sheets.review.again')} <kbd>R</kbd>
          </ActionButton>
          <ActionButton kind="act" size="sm" onClick={() => open(next)}>
            {t('sheets.review.doneNext')} <kbd>N</kbd>
          </ActionButton>
        </div>
      </div>
      {data.reader === 'service' && <p className="quiet small">{t('sheets.byService')}</p>}
      {row.state === 'waiting' && <p role="status">{t('sheets.waiting')}</p>}
      {row.problem && (
        <p role="alert" className={css.problem}>
          {causeText(row.problem)}
        </p>
      )}
      <div className={css.columns}>
        <SheetPage
          key={data.pageImage}
          pageImage={row.state === 'read' ? data.pageImage : data.photo}
          photo={data.photo}
          items={items}
          contradictions={data.contradictions}
          currentId={current?.id ?? null}
          view={view}
          onView={setView}
          onPick={setCurrentId}
        />
        <ReviewItems
          lotId={lotId}
          items={items}
          contradictions={data.contradictions}
          bids={row.bids}
          isNotifying={isNotifying}
          onNotify={setIsNotifying}
          currentId={current?.id ?? null}
          editingId={editingId}
          changes={changes}
          onPick={setCurrentId}
          onEdit={edit}
          onDirty={setIsDirty}
          onSaved={() => setEditingId(null)}
        />
      </div>
      <p className="quiet small">
        <Link {...paths.sheetsReview(filter, only)}>{t('sheets.review.back')}</Link>
      </p>
      <ConfirmDialog
        opened={unsaved.isConfirming}
        isAboutLeaving
        title={t('sheets.review.unsaved')}
        confirmLabel={t('sheets.review.discard')}
        cancelLabel={t('sheets.review.keepEditing')}
        onConfirm={unsaved.discard}
        onCancel={unsaved.stay}
      >
        <p className="quiet">{t('sheets.review.unsavedText')}</p>
      </ConfirmDialog>
    </Page>
  );
}

const RANK = { differs: 0, unread: 1, read: 2 } as const;

/** Those that need a person first, otherwise as on the sheet. */
const ordered: <Item extends Parameters<typeof stateOf>[0]>(
  items: readonly Item[],
  contradictions: Parameters<typeof stateOf>[1],
) => Item[] = (items, contradictions) =>
  items.toSorted((a, b) => RANK[stateOf(a, contradictions)] - RANK[stateOf(b, contradictions)] || a.id - b.id);
