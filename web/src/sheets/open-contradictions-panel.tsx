import {
  decideContradiction,
  type OpenContradiction,
  openContradictions,
} from '@seri/contract/sheets/review-routes.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { paths } from '../app/paths.ts';
import { call } from '../shell/api/api.ts';
import { groupThousands, km } from '../shell/i18n/format.ts';
import { t } from '../shell/i18n/i18n.ts';
import { Photo } from '../shell/photo.tsx';
import { showFailure } from '../shell/toast.tsx';
import { ActionButton } from '../ui/actions/action-button.tsx';
import { JapanTime } from '../ui/data/japan-time.tsx';
import { OdometerPhoto } from './odometer-photo.tsx';
import css from './open-contradictions.module.css';
import { fieldText, valueText } from './value-text.ts';

const REFETCH_MS = 5_000;
const KEY = ['sheets', 'open'] as const;

/** The first contradictions that wait for a decision, to be decided in place; nothing when none does. */
export function OpenContradictions() {
  const { data } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call(openContradictions, { signal }),
    refetchInterval: REFETCH_MS,
  });
  if (!data || data.items.length === 0) return null;
  return (
    <section className={`panel ${css.panel}`} aria-labelledby="open-contradictions">
      <div className={css.head}>
        <h2 id="open-contradictions">{t('sheets.open.title')}</h2>
        <span className="quiet small">{t('sheets.open.note')}</span>
        <Link {...paths.sheetsReview('contradictions')}>{t('sheets.open.all', { n: groupThousands(data.total) })}</Link>
      </div>
      <ul className={css.rows}>
        {data.items.map((one) => (
          <Row key={`${one.lotId} ${one.field}`} one={one} />
        ))}
      </ul>
    </section>
  );
}

function Row({ one }: { one: OpenContradiction }) {
  const {
    lotId,
    lotNo,
    house,
    vehicle,
    year,
    photo,
    cutoffAt,
    bids,
    field,
    sheetValue,
    listValue,
    crop,
    earlier,
    odometerPhoto,
  } = one;
  const [notifies, setNotifies] = useState(true);
  const client = useQueryClient();
  const decide = useMutation({
    mutationFn: (decision: 'sheet' | 'list') =>
      call(decideContradiction, {
        body: { lotId, field, decision, sheetValue, listValue, notifyClients: bids > 0 && notifies },
      }),
    onError: showFailure,
    // After a failure too: the two may no longer differ.
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['sheets'] }),
        client.invalidateQueries({ queryKey: ['feed', 'sources'] }),
      ]),
  });
  const name = { lot: `${lotNo} ${house}` };
  return (
    <li className={css.row}>
      <Photo src={photo} alt="" sizes="56px" className={css.photo ?? ''} />
      <span className={css.lot}>
        <b>
          {lotNo} <span className="quiet">{house}</span>
        </b>
        <span>
          {vehicle}
          {year === null ? '' : ` ${year}`}
        </span>
        <small>
          {bids > 0 && `${t('sheets.review.bids', { count: bids })}, `}
          {t('sheets.review.cutoff')} <JapanTime zone at={cutoffAt} />
        </small>
      </span>
      <span className={css.field}>{fieldText(field)}</span>
      <span className={css.list}>
        <b>{valueText(field, listValue)}</b>
        <small>{t('sheets.open.inList')}</small>
      </span>
      <span className={css.sheet}>
        <img src={crop} alt={t('sheets.open.crop', { field: fieldText(field) })} />
        <small>{t('sheets.open.inSheet', { value: valueText(field, sheetValue) })}</small>
      </span>
      <span className={css.evidence}>
        <OdometerPhoto src={odometerPhoto} />
        {earlier && (
          <small>
            {t('sheets.open.earlier', { km: km(earlier.mileageKm) })} <JapanTime at={earlier.day} shape="day" />{' '}
            {earlier.day.slice(0, 4)}
          </small>
        )}
      </span>
      <span className={css.actions}>
        <ActionButton
          kind="plain"
          aria-label={t('sheets.open.useSheetOf', name)}
          disabled={decide.isPending}
          onClick={() => decide.mutate('sheet')}
        >
          {t('sheets.open.useSheet')}
        </ActionButton>
        <ActionButton
          kind="plain"
          aria-label={t('sheets.open.keepListOf', name)}
          disabled={decide.isPending}
          onClick={() => decide.mutate('list')}
        >
          {t('sheets.open.keepList')}
        </ActionButton>
        <Link
          {...paths.sheetReview(lotId, { filter: 'contradictions' })}
          className={css.open}
          aria-label={t('sheets.open.openOf', name)}
        >
          {t('sheets.open.open')}
        </Link>
        {bids > 0 && (
          <label className={css.notify}>
            <input type="checkbox" checked={notifies} onChange={() => setNotifies(!notifies)} />
            {t('sheets.review.notify', { count: bids })}
          </label>
        )}
      </span>
    </li>
  );
}
