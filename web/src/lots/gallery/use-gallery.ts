import { type KeyboardEvent, useState } from 'react';
import { type KeyPart, useScreenKeys } from '../../shell/navigation/key-map.ts';

const PHOTO_KEYS: KeyPart = {
  title: 'keys.photos',
  lines: [
    { keys: ['←', '→'], text: 'keys.photos.move' },
    { keys: ['+', '−'], text: 'keys.photos.zoom' },
    { keys: ['Esc'], text: 'keys.photos.close' },
  ],
};

/** Loaded photos, the current one, and the functions to move; the first follows the last. */
export function useGallery(images: readonly string[]) {
  const [failed, setFailed] = useState<readonly string[]>([]);
  const [shownAt, setShownAt] = useState(0);
  useScreenKeys(PHOTO_KEYS);
  const photos = images.filter((image) => !failed.includes(image));
  const index = Math.min(shownAt, Math.max(0, photos.length - 1));
  const show = (next: number) => setShownAt((next + photos.length) % photos.length);
  return {
    photos,
    index,
    show,
    /** A photo that fails to load is left out (business-rules.md#lot-page). */
    drop: (image: string) => setFailed((before) => [...before, image]),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'ArrowLeft') show(index - 1);
      if (event.key === 'ArrowRight') show(index + 1);
    },
  };
}
