import { useState } from 'react';
import { t } from '../shell/i18n/i18n.ts';
import css from './share.module.css';

const WIDTHS = [640, 1280] as const;

/** Auction sheet, enlarged in a window of its own; omitted if it fails to load. */
export function SharedSheet({ src, car }: { src: string; car: string }) {
  const [hasFailed, setFailed] = useState(false);
  if (hasFailed) return null;
  return (
    <section className={css.sheet} aria-label={t('lots.sheet.name')}>
      <h2>{t('lots.sheet.name')}</h2>
      <a href={src} target="_blank" rel="noopener" aria-label={t('Share.sheetOpen')}>
        <img
          src={`${src}?w=640`}
          srcSet={WIDTHS.map((width) => `${src}?w=${width} ${width}w`).join(', ')}
          sizes="(max-width: 767px) 100vw, 720px"
          alt={t('lots.sheet.alt', { car })}
          loading="lazy"
          decoding="async"
          onError={() => setFailed(true)}
        />
      </a>
    </section>
  );
}
