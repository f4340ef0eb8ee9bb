import { IconPlayerPlay } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '../shell/i18n.ts';
import { isOwnPath, webAddress } from '../shell/safe-link.ts';
import css from './bike-inspection.module.css';

/** Videos of the house, each in a tab of its own; one that does not load is left out. */
export function BikeVideos({ videos }: { videos: readonly string[] }) {
  const [failed, setFailed] = useState<readonly string[]>([]);
  const shown = videos
    .map((video) => (isOwnPath(video) ? video : webAddress(video)))
    .filter((video) => video !== null)
    .filter((video) => !failed.includes(video));
  if (shown.length === 0) return null;
  return (
    <ul className={css.videos} aria-label={t('lots.bike.videos')}>
      {shown.map((video, at) => (
        <li key={video}>
          <a href={video} target="_blank" rel="noopener noreferrer">
            {/* Our policy lets no page of ours load from other hosts: those videos are only linked. */}
            {isOwnPath(video) && (
              <video
                src={video}
                preload="metadata"
                muted
                playsInline
                tabIndex={-1}
                aria-hidden
                onError={() => setFailed((before) => [...before, video])}
              />
            )}
            <span className={css.play}>
              <IconPlayerPlay size={18} stroke={1.5} aria-hidden />
              {t('lots.bike.video', { n: at + 1 })} <span className="visually-hidden">{t('lots.opensInTab')}</span>
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}
