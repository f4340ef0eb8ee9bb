import { PHOTO_ADDRESS } from '@seri/contract/photos/names.ts';
import { fixedPhotoAddress, PLACEHOLDER_WIDTH, photoAddress, photoSources } from '@seri/contract/photos/sources.ts';
import { useEffect, useState } from 'react';
import css from './photo.module.css';

interface PhotoProps {
  /** Path of the picture, such as `/p/123`; null shows the placeholder. */
  src: string | null | undefined;
  alt: string;
  /** Displayed width, as in the HTML attribute: `76px`, `(max-width: 768px) 100vw, 640px`. */
  sizes: string;
  /** The first picture of a page is not lazy. */
  eager?: boolean;
  /** Called if the picture fails to load. */
  onFail?: () => void;
  className?: string;
}

/** 4:3 without layout shift: the box has its size before the picture loads, and keeps it if that fails. */
export function Photo({ src, alt, sizes, eager = false, onFail, className = '' }: PhotoProps) {
  const [failed, setFailed] = useState<string | null>(null);
  // Load only pictures of the portal, even if a record or this browser's storage holds another address.
  const shown = src && PHOTO_ADDRESS.test(src) && failed !== src;
  const [attempt, askAgain] = useExpectedPhoto(src);
  const path = attempt === 0 ? (src ?? '') : `${src}?try=${attempt}`;
  const fixedPx = Number(/^(\d+)px$/.exec(sizes)?.[1]);
  return (
    <span className={`${css.photo} ${className}`}>
      {shown && (
        <img
          {...(fixedPx
            ? { src: fixedPhotoAddress(path, fixedPx) }
            : { src: photoAddress(path, 320), srcSet: photoSources(path), sizes })}
          width={640}
          height={480}
          alt={alt}
          loading={eager ? 'eager' : 'lazy'}
          fetchPriority={eager ? 'high' : 'auto'}
          decoding="async"
          onLoad={({ currentTarget }) => {
            if (isPlaceholder(currentTarget)) askAgain();
          }}
          onError={() => {
            setFailed(src);
            onFail?.();
          }}
        />
      )}
    </span>
  );
}

/** Of a picture with several sources, browsers scale the natural width to the place it is shown in. */
const MAX_PLACEHOLDER_PX = 6 * PLACEHOLDER_WIDTH;

const isPlaceholder = ({ currentSrc, naturalWidth }: HTMLImageElement): boolean =>
  currentSrc.includes('/p/web/') && naturalWidth > 0 && naturalWidth <= MAX_PLACEHOLDER_PX;

/** Seconds until a photo that is still to be fetched is asked for again. */
const PAUSES_SECONDS = [2, 4, 8, 15, 30, 60, 60, 60];

/** The number of the current attempt to load a photo, and a function that schedules the next one. */
function useExpectedPhoto(src: string | null | undefined): [number, () => void] {
  const [asked, setAsked] = useState<{ src: typeof src; attempt: number; isWaiting: boolean }>();
  const attempt = asked?.src === src ? (asked?.attempt ?? 0) : 0;
  const isWaiting = asked?.src === src && (asked?.isWaiting ?? false);
  useEffect(() => {
    const seconds = PAUSES_SECONDS[attempt];
    if (!isWaiting || seconds === undefined) return;
    const timer = setTimeout(() => setAsked({ src, attempt: attempt + 1, isWaiting: false }), seconds * 1_000);
    return () => clearTimeout(timer);
  }, [src, attempt, isWaiting]);
  return [attempt, () => setAsked({ src, attempt, isWaiting: true })];
}
