import 'yet-another-react-lightbox/styles.css';
import Lightbox from 'yet-another-react-lightbox';
import Zoom from 'yet-another-react-lightbox/plugins/zoom';
import { t } from '../shell/i18n/i18n.ts';
import { useBackButton } from '../ui/overlays/use-back-button.ts';

interface SheetViewerProps {
  src: string;
  alt: string;
  /** Of the window; by default that of the sheet. */
  name?: string;
  onClose: () => void;
}

const MAX_ZOOM = 3;
const FADE_MS = 160;

/** The sheet over the whole screen, with zoom; loads on first use. */
export function SheetViewer({ src, alt, name = t('lots.sheet.name'), onClose }: SheetViewerProps) {
  useBackButton(true, onClose);
  return (
    <Lightbox
      open
      close={onClose}
      slides={[{ src, alt }]}
      plugins={[Zoom]}
      carousel={{ finite: true }}
      controller={{ closeOnBackdropClick: true }}
      animation={{ fade: FADE_MS }}
      zoom={{ maxZoomPixelRatio: MAX_ZOOM, scrollToZoom: true }}
      render={{ buttonPrev: () => null, buttonNext: () => null }}
      labels={{
        Lightbox: name,
        Close: t('ui.close'),
        'Zoom in': t('lots.photos.zoomIn'),
        'Zoom out': t('lots.photos.zoomOut'),
      }}
    />
  );
}
