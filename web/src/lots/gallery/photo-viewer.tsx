import 'yet-another-react-lightbox/styles.css';
import 'yet-another-react-lightbox/plugins/counter.css';
import Lightbox from 'yet-another-react-lightbox';
import Counter from 'yet-another-react-lightbox/plugins/counter';
import Zoom from 'yet-another-react-lightbox/plugins/zoom';
import { t } from '../../shell/i18n/i18n.ts';
import { useBackButton } from '../../ui/overlays/use-back-button.ts';

const MAX_WIDTH = 1_280;

interface PhotoViewerProps {
  images: readonly string[];
  index: number;
  alt: string;
  onMove?: (index: number) => void;
  onClose: () => void;
}

/** Full screen with zoom, counter, arrows and Escape; loads on first use. */
export function PhotoViewer({ images, index, alt, onMove, onClose }: PhotoViewerProps) {
  useBackButton(true, onClose);
  return (
    <Lightbox
      open
      close={onClose}
      index={index}
      slides={images.map((image) => ({ src: `${image}?w=${MAX_WIDTH}`, alt }))}
      plugins={[Counter, Zoom]}
      carousel={{ finite: images.length < 2, preload: 1 }}
      controller={{ closeOnBackdropClick: true }}
      animation={{ fade: 160, swipe: 200 }}
      zoom={{ maxZoomPixelRatio: 3, scrollToZoom: true }}
      render={images.length < 2 ? { buttonPrev: () => null, buttonNext: () => null } : {}}
      on={{ view: ({ index: shown }) => onMove?.(shown) }}
      labels={{
        Lightbox: t('lots.photos.name'),
        Close: t('ui.close'),
        Previous: t('lots.photos.before'),
        Next: t('lots.photos.next'),
        'Zoom in': t('lots.photos.zoomIn'),
        'Zoom out': t('lots.photos.zoomOut'),
      }}
    />
  );
}
