import { PHOTO_ADDRESS } from '@seri/contract/photos/names.ts';
import { fixedPhotoAddress, photoAddress, photoSources } from '@seri/contract/photos/sources.ts';
import { useState } from 'react';
import css from './photo.module.css';

interface PhotoProps {
  /** Path of the picture, such as `/p/123`; null shows the empty wall. */
  src: string | null | undefined;
  alt: string;
  /** Width it is shown in, as in the HTML attribute: `76px`, `(max-width: 768px) 100vw, 640px`. */
  sizes: string;
  /** The first picture of a page is not lazy. */
  eager?: boolean;
  /** The picture did not load. */
  onFail?: () => void;
  className?: string;
}

/** 4:3, never a jump: the box has its size before the picture comes, and keeps it when none does. */
export function Photo({ src, alt, sizes, eager = false, onFail, className = '' }: PhotoProps) {
  const [failed, setFailed] = useState<string | null>(null);
  // Of a record, or of what this browser kept of one, only a picture of the portal is asked for.
  const shown = src && PHOTO_ADDRESS.test(src) && failed !== src;
  const fixedPx = Number(/^(\d+)px$/.exec(sizes)?.[1]);
  return (
    <span className={`${css.photo} ${className}`}>
      {shown && (
        <img
          {...(fixedPx
            ? { src: fixedPhotoAddress(src, fixedPx) }
            : { src: photoAddress(src, 320), srcSet: photoSources(src), sizes })}
          width={640}
          height={480}
          alt={alt}
          loading={eager ? 'eager' : 'lazy'}
          fetchPriority={eager ? 'high' : 'auto'}
          decoding="async"
          onError={() => {
            setFailed(src);
            onFail?.();
          }}
        />
      )}
    </span>
  );
}
