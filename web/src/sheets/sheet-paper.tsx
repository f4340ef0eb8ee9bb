import { lazy, Suspense, useState } from 'react';
import { t } from '../shell/i18n/i18n.ts';
import css from './sheet.module.css';

const SheetViewer = lazy(() => import('./sheet-viewer.tsx').then((part) => ({ default: part.SheetViewer })));

interface SheetPaperProps {
  src: string;
  alt: string;
  isOriginal: boolean;
  onFail: () => void;
  /** Called when the enlarged sheet closes. */
  onClose: () => void;
}

/** Sheet on a white background in both themes; enlarges on a click. */
export function SheetPaper({ src, alt, isOriginal, onFail, onClose }: SheetPaperProps) {
  const [isOpen, setOpen] = useState(false);
  const close = () => {
    setOpen(false);
    onClose();
  };
  return (
    <>
      <button type="button" className={css.paper} aria-label={t('lots.sheet.open')} onClick={() => setOpen(true)}>
        <img src={src} alt={alt} loading="lazy" decoding="async" onError={onFail} />
      </button>
      {isOpen && (
        <Suspense>
          <SheetViewer src={isOriginal ? `${src}?w=1280` : src} alt={alt} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
