import { isBikePage, PAGE_RULES, PAGE_TYPES, type PageType } from '@seri/contract/lots/page-types.ts';
import type { LotAppearance } from '@seri/contract/lots/records.ts';
import { conditionTone } from '@seri/contract/lots/statuses.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { paths } from '../../app/paths.ts';
import { errorText } from '../../shell/api/error-text.ts';
import { japanDay } from '../../shell/i18n/format.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { StateLabel } from '../../shell/lot-state.tsx';
import { mileageText } from '../../shell/mileage.tsx';
import { Photo } from '../../shell/photo.tsx';
import { useSession } from '../../shell/session/session.ts';
import { ActionButton } from '../../ui/actions/action-button.tsx';
import { GradeSquare } from '../../ui/data/grade-square.tsx';
import { Money } from '../../ui/data/money.tsx';
import { SkeletonRows } from '../../ui/data/skeleton.tsx';
import type { LotSummary } from '../core/lot-summary.ts';
import { gradeMeaning } from '../core/lot-texts.ts';
import { EarlierBids } from './earlier-bids.tsx';
import css from './lot-history.module.css';
import { lotPageQueries } from './lot-queries.ts';

/** Previous appearances of this vehicle at auctions, with prices and results. */
export function LotHistory({ lot }: { lot: LotSummary }) {
  const { data, error, refetch } = useQuery(lotPageQueries.history(lot));
  const { permissions } = useSession();
  // The answer omits lots behind a view flag the reader lacks, so an empty list does not mean that there are none.
  const isComplete = flagsOf(lot.pageType).every((flag) => permissions[flag]);
  return (
    <section className={css.history} aria-label={t('lots.earlier.name')}>
      <div className={css.head}>
        <h2>{t('lots.earlier.name')}</h2>
        {data && data.highestPrice !== null && (
          <span>
            <span className="quiet">{t('lots.earlier.highest')}</span>{' '}
            <b>
              <Money yen={data.highestPrice} />
            </b>
          </span>
        )}
      </div>
      {!data && !error && <SkeletonRows rows={2} columns={['1.4fr', '1fr', '0.8fr']} />}
      {error && !data && (
        <p className={css.line} role="alert">
          {t('lots.earlier.failed')} {errorText(error)}{' '}
          <ActionButton kind="plain" size="xs" onClick={() => void refetch()}>
            {t('ui.tryAgain')}
          </ActionButton>
        </p>
      )}
      {isComplete && data?.appearances.length === 0 && <p className={`quiet ${css.line}`}>{t('lots.earlier.none')}</p>}
      {data && data.contradictions.length > 0 && (
        <p className={css.warning} role="note">
          {data.contradictions.map((kind) => t(`lots.earlier.contradiction.${kind}`)).join(' ')}
        </p>
      )}
      {data && data.bids.length > 0 && <EarlierBids list={data.bids} />}
      {data && data.appearances.length > 0 && (
        <>
          <Link {...paths.passport(lot.pageType, lot.id)} className={css.all}>
            {t('lots.passport.open')}
          </Link>
          <Appearances list={data.appearances} />
        </>
      )}
    </section>
  );
}

/** View flags of all pages with vehicles of this kind. */
const flagsOf = (pageType: PageType) =>
  PAGE_TYPES.filter((page) => isBikePage(page) === isBikePage(pageType)).map((page) => PAGE_RULES[page].flag);

function Appearances({ list }: { list: readonly LotAppearance[] }) {
  return (
    <table className={css.table}>
      <caption className="visually-hidden">{t('lots.earlier.caption')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('lots.earlier.when')}</th>
          <th scope="col">{t('lots.fact.condition')}</th>
          <th scope="col" className={css.wide}>
            {t('lots.fact.mileage')}
          </th>
          <th scope="col" className={css.wide}>
            {t('lots.fact.status')}
          </th>
          <th scope="col" className={`num ${css.wide}`}>
            {t('lots.table.price')}
          </th>
          <th scope="col" className="num">
            {t('lots.sort.soldPrice')}
          </th>
        </tr>
      </thead>
      <tbody>
        {list.map((past) => (
          <tr key={past.id}>
            <td>
              <Link {...paths.lotOn(past.pageType, past.id)} className="finger-link">
                {japanDay(past.auctionDate)}
              </Link>
              <div className="quiet small">{`${past.auctionName} · ${t('lots.lotNo', { lotNo: past.lotNo })}`}</div>
              {past.images.length > 0 && (
                <Link {...paths.lotOn(past.pageType, past.id)} className={css.photos} tabIndex={-1} aria-hidden>
                  {past.images.map((image) => (
                    <Photo key={image} src={image} alt="" sizes="96px" className={css.photo} />
                  ))}
                </Link>
              )}
            </td>
            <td>
              {past.condition ? (
                <GradeSquare
                  grade={past.condition}
                  tone={conditionTone(past.condition)}
                  meaning={gradeMeaning(past.condition)}
                />
              ) : (
                '–'
              )}
            </td>
            <td className={css.wide}>
              {mileageText(past) ?? '–'}
              {past.contradictions.map((kind) => (
                <div key={kind} className={css.warning}>
                  {t(`lots.earlier.contradiction.${kind}`)}
                </div>
              ))}
            </td>
            <td className={css.wide}>
              <StateLabel state={past.state ?? 'unknown'} />
            </td>
            <td className={`num ${css.wide}`}>
              <Money yen={past.startPrice} />
            </td>
            <td className="num">
              <Money yen={past.soldPrice} className="strong" />
              <div className={css.narrow}>
                <StateLabel state={past.state ?? 'unknown'} />
              </div>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
