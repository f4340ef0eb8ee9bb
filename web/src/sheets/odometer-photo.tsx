import { photoAddress } from '@seri/contract/photos/sources.ts';
import { Suspense, useState } from 'react';
import { t } from '../shell/i18n/i18n.ts';
import { Photo } from '../shell/photo.tsx';
import { lazyPart } from '../ui/loading/lazy-part.tsx';
import css from './odometer-photo.module.css';

const SheetViewer = lazyPart(() => import('./sheet-viewer.tsx'), 'SheetViewer');

/**
 * The photo of the odometer, small beside a mileage in which sheet and list differ; over the whole screen on a
 * click. Nothing without one, or if it does not load.
 */
export function OdometerPhoto({ src }: { src: string | null }) {
  const [isOpen, setOpen] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  if (src === null || failed === src) return null;
  return (
    <>
      <button type="button" className={css.button} aria-label={t('sheets.odometer.open')} onClick={() => setOpen(true)}>
        <Photo src={src} alt="" sizes="72px" className={css.photo ?? ''} onFail={() => setFailed(src)} />
        <span>{t('sheets.odometer.photo')}</span>
      </button>
      {isOpen && (
        <Suspense>
          <SheetViewer
            src={photoAddress(src, 960)}
            alt={t('sheets.odometer.photo')}
            name={t('sheets.odometer.photo')}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
