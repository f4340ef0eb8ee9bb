import type { PageType } from '@seri/contract/lots/page-types.ts';
import { bidForChance, chanceOf } from '@seri/contract/prices/price-chance.ts';
import { useQuery } from '@tanstack/react-query';
import { yen } from '../../shell/i18n/format.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { priceRangeText } from '../../shell/i18n/price-range-text.ts';
import { PriceBar } from '../../ui/data/price-bar.tsx';
import { SkeletonBlock } from '../../ui/data/skeleton.tsx';
import { lotQueries } from '../core/queries.ts';
import css from './win-chance.module.css';

interface WinChanceProps {
  pageType: PageType;
  lotId: string;
  /** The lot has a price range, so the room for its chance is kept while it loads. */
  hasPrice: boolean;
  /** The amount being typed. */
  amountYen: number | null;
  startYen: number | null;
  onAmount: (amountYen: number) => void;
}

const STEPS = [0.6, 0.8] as const;

/** The chance to win at the typed amount, and the amounts for 60 and 80 %. Computed at each key from the lot's numbers. */
export function WinChance({ pageType, lotId, hasPrice, amountYen, startYen, onAmount }: WinChanceProps) {
  const { data, isPending } = useQuery(lotQueries.similarSales({ pageType, id: lotId }));
  if (!data) return isPending && hasPrice && <ChanceRoom />;
  const { range = null, chance = null } = data.price ?? {};
  if (!range || !chance) return <p className="quiet small">{t('lots.average.chance.none')}</p>;
  const percent = amountYen === null ? null : Math.round(chanceOf(amountYen, chance) * 100);
  return (
    <div className={css.chance}>
      <div className={css.range}>
        <PriceBar {...range} startYen={startYen} bidYen={amountYen} />
        <p className="quiet small">
          {t('lots.average.eightOfTen', { range: priceRangeText(range.lowYen, range.highYen) })}
        </p>
      </div>
      <ChanceMeter percent={percent} />
      <p className={css.steps}>
        {STEPS.map((step) => {
          const stepYen = Math.max(bidForChance(step, chance), startYen ?? 0);
          return (
            <button key={step} type="button" className={css.step} onClick={() => onAmount(stepYen)}>
              {t('lots.average.chance.from', { percent: step * 100, amount: yen(stepYen) })}
            </button>
          );
        })}
      </p>
    </div>
  );
}

const ChanceMeter = ({ percent }: { percent: number | null }) => (
  <>
    <p className={css.line} aria-live="polite">
      <span>{t('lots.average.chance.name')}</span>
      <b>{percent === null ? '–' : t('lots.average.chance.about', { percent })}</b>
    </p>
    <meter className={css.meter} min={0} max={100} value={percent ?? 0} aria-label={t('lots.average.chance.name')} />
  </>
);

/** As high as the chance, so that nothing below moves under a finger when it arrives. */
const ChanceRoom = () => (
  <div className={css.chance}>
    <div className={css.range}>
      <SkeletonBlock height={14} />
      <p className="small">{'\u00a0'}</p>
    </div>
    <ChanceMeter percent={null} />
    <p className={css.steps}>
      <span className={css.step} />
    </p>
  </div>
);
