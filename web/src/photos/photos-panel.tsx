import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { errorText } from '../shell/api/error-text.ts';
import { t } from '../shell/i18n/i18n.ts';
import { useMay } from '../shell/session/session.ts';
import { ActionButton } from '../ui/actions/action-button.tsx';
import { ExtraPhotosRun } from './extra-photos.tsx';
import css from './photos.module.css';
import { type DownloadPage, type ExtraPhotosOf, useDownloadLink } from './queries.ts';

/**
 * Downloads all photos of a lot as one archive; shows nothing without the right (business-rules.md#photo-downloads).
 */
export function DownloadPhotos({ pageType, lotId }: { pageType: DownloadPage; lotId: string }) {
  const mayDownload = useMay('downloadPhotos');
  const link = useDownloadLink();
  const [problem, setProblem] = useState<string | null>(null);
  if (!mayDownload) return null;

  const open = () => {
    setProblem(null);
    // Open the window during the click; browsers block a window opened after the answer.
    const target = window.open('', '_blank');
    link.mutate(
      { page: pageType, id: lotId },
      {
        onSuccess: (address) => {
          if (target) target.location.href = address;
          else location.assign(address);
        },
        onError: (error) => {
          target?.close();
          setProblem(isMissing(error) ? t('CarAuction.NoDownload') : errorText(error));
        },
      },
    );
  };
  return (
    <div className={css.download}>
      <ActionButton
        kind="plain"
        loading={link.isPending}
        leftSection={<IconDownload size={18} stroke={1.5} aria-hidden />}
        onClick={open}
      >
        {t('photos.download')}
      </ActionButton>
      <p role="status" className={css.problem}>
        {problem}
      </p>
    </div>
  );
}

interface ExtraPhotosProps extends ExtraPhotosOf {
  /** Requests left today, -1 for any number. */
  ussLimit: number;
  /** Called with the photos found; the lot's own record includes them from then on. */
  onImages: (images: string[]) => void;
}

/** Requests further photos from a USS auction house: about 30 s, with progress, cancel and the requests left today. */
export const ExtraPhotos = (props: ExtraPhotosProps) => <ExtraPhotosRun key={props.lotId} {...props} />;

const isMissing = (error: unknown): boolean => (error as { code?: string }).code === 'NotFound';
