import { PHOTO_ADDRESS } from '@seri/contract/photos/names.ts';
import { fixedPhotoAddress, photoAddress, photoSources } from '@seri/contract/photos/sources.ts';
import { useState } from 'react';
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
