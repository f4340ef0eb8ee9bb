import type { PageType } from '@seri/contract/lots/page-types.ts';
import type { LotAppearance } from '@seri/contract/lots/records.ts';
import { conditionTone } from '@seri/contract/lots/statuses.ts';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { paths } from '../../app/paths.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { StateLabel } from '../../shell/lot-state.tsx';
import { Mileage } from '../../shell/mileage.tsx';
import { Photo } from '../../shell/photo.tsx';
import { DataList, DataRow } from '../../ui/data/data-row.tsx';
import { GradeSquare } from '../../ui/data/grade-square.tsx';
import { JapanTime } from '../../ui/data/japan-time.tsx';
import { Money } from '../../ui/data/money.tsx';
import { gradeMeaning } from '../core/lot-texts.ts';
import css from './passport.module.css';

/** One listing of a vehicle; without `page` it has no link, without prices none are shown. */
export interface CardAppearance extends Omit<LotAppearance, 'id' | 'pageType' | 'status' | 'startPrice' | 'soldPrice'> {
  page?: { pageType: PageType; id: string };
  prices?: { startYen: number | null; soldYen: number | null };
  /** The listing whose passport this is. */
  isThis?: boolean;
}

/** Listings of one vehicle side by side, each with its photos; contradictions are marked. */
export const AppearanceCards = ({ list }: { list: readonly CardAppearance[] }) => (
  <ul className={css.cards}>
    {list.map((one) => (
      <li key={`${one.auctionName} ${one.auctionDate} ${one.lotNo}`} className={`panel ${css.card}`}>
        <AppearanceCard appearance={one} />
      </li>
    ))}
  </ul>
);

function AppearanceCard({ appearance }: { appearance: CardAppearance }) {
  const { auctionDate, auctionName, lotNo, state, condition, images, contradictions, page, prices } = appearance;
  const isWrong = (kind: LotAppearance['contradictions'][number]) => contradictions.includes(kind) || undefined;
  return (
    <article>
      <h3 className={css.when}>
        {page ? (
          <Link {...paths.lotOn(page.pageType, page.id)} className="finger-link">
            <JapanTime at={auctionDate} shape="date" />
          </Link>
        ) : (
          <JapanTime at={auctionDate} shape="date" />
        )}
        {appearance.isThis && <span className={css.here}>{t('lots.passport.thisLot')}</span>}
      </h3>
      <p className="quiet small">{`${auctionName} · ${t('lots.lotNo', { lotNo })}`}</p>
      <div className={css.photos}>
        {images.length === 0 && <span className={`quiet small ${css.none}`}>{t('lots.passport.noPhotos')}</span>}
        {images.map((image) => (
          <Photo key={image} src={image} alt="" sizes="(max-width: 767px) 50vw, 320px" />
        ))}
      </div>
      <DataList>
        <Row label={t('lots.fact.condition')} isWrong={isWrong('grade')}>
          {condition ? (
            <GradeSquare grade={condition} tone={conditionTone(condition)} meaning={gradeMeaning(condition)} />
          ) : (
            '–'
          )}
        </Row>
        <Row label={t('lots.fact.mileage')} isWrong={isWrong('mileage')}>
          <Mileage of={appearance} />
        </Row>
        <Row label={t('lots.fact.status')}>
          <span className={css.state}>
            <StateLabel state={state ?? 'unknown'} />
          </span>
        </Row>
        {prices && (
          <>
            <Row label={t('lots.table.price')}>
              <Money yen={prices.startYen} />
            </Row>
            <Row label={t('lots.sort.soldPrice')}>
              <Money yen={prices.soldYen} className="strong" />
            </Row>
          </>
        )}
      </DataList>
      {contradictions.map((kind) => (
        <p key={kind} className={css.warning}>
          {t(`lots.earlier.contradiction.${kind}`)}
        </p>
      ))}
    </article>
  );
}

const Row = ({ label, isWrong, children }: { label: string; isWrong?: true | undefined; children: ReactNode }) => (
  <DataRow label={label}>
    <span className={isWrong && css.wrong}>{children}</span>
  </DataRow>
);
