import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { t } from '../shell/i18n/i18n.ts';
import { useSessionState } from '../shell/session/session.ts';
import { Segmented } from '../ui/actions/segmented.tsx';
import { CheckList } from './check-list.tsx';
import { DamageLegend } from './damage-legend.tsx';
import css from './sheet.module.css';
import { SheetPaper } from './sheet-paper.tsx';
import { sheetQueries } from './sheet-queries.ts';
import { TranslationFailed, TranslationWaits } from './translation-state.tsx';

const SheetItems = lazy(() => import('./sheet-items.tsx').then((part) => ({ default: part.SheetItems })));

interface SheetPanelProps {
  lotId: string;
  /** Address of the original. */
  src: string;
  /** Name of the vehicle, for screen readers. */
  car: string;
}

type Version = 'original' | 'translated';

/** The auction sheet with translation, recognised values, check list and legend. */
export function SheetPanel({ lotId, src, car }: SheetPanelProps) {
  const [hasFailed, setFailed] = useState(false);
  const [version, setVersion] = useState<Version>('original');
  const mayTranslate = useSessionState().session?.permissions.auctionTranslationUse === true;
  const isTranslated = version === 'translated';
  const translation = useQuery({ ...sheetQueries.translation(src), enabled: isTranslated });
  if (hasFailed) return null;
  const shown = isTranslated && translation.data ? translation.data : src;
  return (
    <section className={css.sheet} aria-label={t('lots.sheet.name')}>
      <div className={css.head}>
        <h2>{t('lots.sheet.name')}</h2>
        {mayTranslate && (
          <Segmented
            name={t('sheets.version')}
            value={version}
            options={[
              { value: 'original', label: t('sheets.original') },
              { value: 'translated', label: t('sheets.translated') },
            ]}
            onChange={setVersion}
          />
        )}
      </div>
      <SheetPaper
        src={shown}
        alt={t(shown === src ? 'lots.sheet.alt' : 'sheets.translatedAlt', { car })}
        isOriginal={shown === src}
        onFail={() => (shown === src ? setFailed(true) : setVersion('original'))}
        onClose={() => setVersion('original')}
      />
      {isTranslated && translation.isPending && <TranslationWaits />}
      {isTranslated && translation.error && (
        <TranslationFailed
          error={translation.error}
          onRetry={() => void translation.refetch()}
          onBack={() => setVersion('original')}
        />
      )}
      {isTranslated && translation.data && (
        <Suspense>
          <SheetItems src={src} />
        </Suspense>
      )}
      <CheckList key={lotId} lotId={lotId} />
      <DamageLegend />
    </section>
  );
}
