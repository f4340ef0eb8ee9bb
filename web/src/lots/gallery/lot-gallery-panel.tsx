import { isSalesPage, type PageType } from '@seri/contract/lots/page-types.ts';
import { useState } from 'react';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { Gallery } from './gallery.tsx';
import { GalleryPair } from './gallery-pair.tsx';

interface LotGalleryProps {
  pageType: PageType;
  images: readonly string[];
  /** Maker, model and year: title of the window and text of the photos. */
  name: string;
  opened: boolean;
  onClose: () => void;
}

/** Photos of a lot in a window over a list; a first close leaves full screen, a second one closes the window. */
export function LotGallery({ pageType, images, name, opened, onClose }: LotGalleryProps) {
  const [isPreviewOpen, setPreviewOpen] = useState(false);
  const Photos = isSalesPage(pageType) ? GalleryPair : Gallery;
  return (
    <Dialog opened={opened} title={name} size={760} onClose={() => !isPreviewOpen && onClose()}>
      <Photos images={images} name={name} onPreview={setPreviewOpen} />
    </Dialog>
  );
}
