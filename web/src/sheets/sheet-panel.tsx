import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { t } from '../shell/i18n/i18n.ts';
import { useSessionState } from '../shell/session/session.ts';
import { Segmented } from '../ui/actions/segmented.tsx';
import { lazyPart } from '../ui/loading/lazy-part.tsx';
import { checkedZones, toggleZone, ZONES } from './checked-zones.ts';
import { Contradictions } from './contradictions.tsx';
import css from './sheet.module.css';
import type { ItemBox } from './sheet-items.tsx';
import { sheetQueries } from './sheet-queries.ts';
import { TranslationFailed, TranslationWaits } from './translation-state.tsx';

const SheetItems = lazyPart(() => import('./sheet-items.tsx'), 'SheetItems');

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
  const [pointed, setPointed] = useState<ItemBox | null>(null);
  const isTranslated = version === 'translated';
  const translation = useQuery({ ...sheetQueries.translation(src), enabled: isTranslated });
  if (hasFailed) return null;
  const shown = isTranslated && translation.data ? translation.data : src;
  return (
    <section aria-label={t('lots.sheet.name')}>
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
      <Contradictions lotId={lotId} isRead={translation.isFetched} />
      <SheetImage
        src={shown}
        alt={t(shown === src ? 'lots.sheet.alt' : 'sheets.translatedAlt', { car })}
        isOriginal={shown === src}
        pointed={shown === src ? null : pointed}
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
          <SheetItems src={src} onPoint={setPointed} />
        </Suspense>
      )}
      <CheckList key={lotId} lotId={lotId} />
      <DamageLegend />
    </section>
  );
}

/** Check list for a sheet; the checks are stored in this browser. */
function CheckList({ lotId }: { lotId: string }) {
  const [checked, setChecked] = useState(() => checkedZones(lotId));
  return (
    <fieldset className={css.checks}>
      <legend>
        {t('sheets.checks')}{' '}
        <span className="quiet small" aria-live="polite">
          {t('sheets.checksDone', { done: checked.length, all: ZONES.length })}
        </span>
      </legend>
      {ZONES.map((zone) => (
        <label key={zone} className={css.check}>
          <input
            type="checkbox"
            checked={checked.includes(zone)}
            onChange={() => setChecked(toggleZone(lotId, zone))}
          />
          <span>{t(`sheets.zone.${zone}`)}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** Marks of the damage diagram by severity; the text says it, the colour repeats it. */
const MARKS = [
  { weight: 'light', codes: ['A', 'U', 'E', 'G'] },
  { weight: 'middle', codes: ['B', 'W', 'P', 'H', 'S'] },
  { weight: 'heavy', codes: ['C', 'X', 'XX', 'Y'] },
] as const;
const SIZES = ['1', '2', '3'] as const;

/** Meaning of the letters and figures on the damage diagram. */
function DamageLegend() {
  return (
    <details className={css.legend}>
      <summary>{t('sheets.marks')}</summary>
      {MARKS.map(({ weight, codes }) => (
        <div key={weight}>
          <h4>{t(`sheets.weight.${weight}`)}</h4>
          <dl>
            {codes.map((code) => (
              <div key={code}>
                <dt data-weight={weight}>{code}</dt>
                <dd>{t(`sheets.mark.${code}`)}</dd>
              </div>
            ))}
          </dl>
        </div>
      ))}
      <h4>{t('sheets.sizes')}</h4>
      <dl>
        {SIZES.map((size) => (
          <div key={size}>
            <dt>{size}</dt>
            <dd>{t(`sheets.size.${size}`)}</dd>
          </div>
        ))}
      </dl>
      <p className="quiet small">{t('sheets.marksNote')}</p>
    </details>
  );
}

const SheetViewer = lazyPart(() => import('./sheet-viewer.tsx'), 'SheetViewer');

interface SheetImageProps {
  src: string;
  alt: string;
  isOriginal: boolean;
  /** A place of the straightened sheet to mark. */
  pointed: ItemBox | null;
  onFail: () => void;
  /** Called when the enlarged sheet closes. */
  onClose: () => void;
}

/** Sheet on a white background in both themes; enlarges on a click. */
function SheetImage({ src, alt, isOriginal, pointed, onFail, onClose }: SheetImageProps) {
  const [isOpen, setOpen] = useState(false);
  const close = () => {
    setOpen(false);
    onClose();
  };
  return (
    <>
      <button type="button" className={css.image} aria-label={t('lots.sheet.open')} onClick={() => setOpen(true)}>
        <span className={css.place}>
          <img src={src} alt={alt} loading="lazy" decoding="async" onError={onFail} />
          {pointed && (
            <i
              className={css.mark}
              style={{
                left: `${pointed.left / 10}%`,
                top: `${pointed.top / 10}%`,
                width: `${pointed.width / 10}%`,
                height: `${pointed.height / 10}%`,
              }}
            />
          )}
        </span>
      </button>
      {isOpen && (
        <Suspense>
          <SheetViewer src={isOriginal ? `${src}?w=1280` : src} alt={alt} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
