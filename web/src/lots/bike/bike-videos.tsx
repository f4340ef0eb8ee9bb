import { IconPlayerPlay } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '../../shell/i18n/i18n.ts';
import { isOwnPath, webAddress } from '../../shell/safe-link.ts';
import { type MediaKind, useMediaKinds } from '../gallery/media-kind.ts';
import css from './bike-inspection.module.css';

/** Videos and animations of the auction house, each in a new tab; omits any that fails to load. */
export function BikeVideos({ videos }: { videos: readonly string[] }) {
  const [failed, setFailed] = useState<readonly string[]>([]);
  const kinds = useMediaKinds(videos.filter(isOwnPath));
  const shown = videos
    .map((video) => (isOwnPath(video) ? video : webAddress(video)))
    .filter((video) => video !== null)
    // The content policy blocks other hosts, so link those videos only.
    .map((video) => ({ video, kind: isOwnPath(video) ? kinds.get(video) : ('elsewhere' as const) }))
    .filter(({ video, kind }) => kind && !failed.includes(video));
  if (shown.length === 0) return null;
  return (
    <ul className={css.videos} aria-label={t('lots.bike.videos')}>
      {shown.map(({ video, kind }, at) => (
        <li key={video}>
          <a href={video} target="_blank" rel="noopener noreferrer">
            {(kind === 'video' || kind === 'picture') && (
              <Moving address={video} kind={kind} onFail={() => setFailed((before) => [...before, video])} />
            )}
            <span className={css.play}>
              <IconPlayerPlay size={18} stroke={1.5} aria-hidden />
              {t(kind === 'picture' ? 'lots.bike.movingPicture' : 'lots.bike.video', { n: at + 1 })}{' '}
              <span className="visually-hidden">{t('lots.opensInTab')}</span>
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}

function Moving({ address, kind, onFail }: { address: string; kind: MediaKind; onFail: () => void }) {
  if (kind === 'picture') return <img src={address} alt="" onError={onFail} />;
  return <video src={address} preload="metadata" muted playsInline tabIndex={-1} aria-hidden onError={onFail} />;
}
