import { IconPhotoPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError } from '../shell/api/api.ts';
import { errorText } from '../shell/api/error-text.ts';
import { t } from '../shell/i18n/i18n.ts';
import { useMay } from '../shell/session/session.ts';
import { ActionButton } from '../ui/actions/action-button.tsx';
import css from './photos.module.css';
import { type ExtraPhotosOf, extraImagesProgressOf, useCancelExtraImages, useExtraImages } from './queries.ts';

const UNLIMITED = -1;

interface RunProps extends ExtraPhotosOf {
  ussLimit: number;
  onImages: (images: string[]) => void;
}

/** One run per visit (business-rules.md#extra-photos); a cancelled or failed one can be retried. */
export function ExtraPhotosRun({ ussLimit, onImages, ...lot }: RunProps) {
  const isCounted = useMay('ussLimitCheck') && ussLimit !== UNLIMITED;
  const run = useExtraImages();
  const [found, setFound] = useState<'some' | 'none' | null>(null);
  const [left, setLeft] = useState(ussLimit);
  const isCancelled = run.error instanceof ApiError && run.error.code === 'Photos.Cancelled';

  const start = () =>
    run.mutate(lot, {
      onSuccess: ({ auctionLotDetail: { carCommonDetail, carInfo } }) => {
        setLeft(carCommonDetail.ussLimit);
        setFound(carInfo.images.length > 0 ? 'some' : 'none');
        if (carInfo.images.length > 0) onImages(carInfo.images);
      },
    });

  return (
    <section className={css.extra} aria-label={t('photos.extra.name')}>
      <div className={css.request}>
        <ActionButton
          kind="plain"
          fullWidth
          disabled={run.isPending || found !== null || (isCounted && left === 0)}
          leftSection={<IconPhotoPlus size={18} stroke={1.5} aria-hidden />}
          onClick={start}
        >
          {t('photos.extra.ask')}
        </ActionButton>
        {run.isPending && <Cancel lotId={lot.lotId} />}
        {isCounted && <span className="quiet small">{t('photos.extra.left', { count: left })}</span>}
      </div>
      {run.isPending && <Progress lotId={lot.lotId} />}
      <p role="status" className={css.outcome}>
        {found === 'none' && t('CarAuction.ExtraImages.Empty')}
        {found === 'some' && t('photos.extra.done')}
        {isCancelled && t('photos.extra.cancelled')}
      </p>
      {run.error && !isCancelled && (
        <p role="alert" className={css.problem}>
          {errorText(run.error)}
        </p>
      )}
    </section>
  );
}

/** Disabled until the request has reached the server; the cached state of an earlier run does not count. */
function Cancel({ lotId }: { lotId: string }) {
  const cancel = useCancelExtraImages();
  const { data, isFetchedAfterMount } = useQuery(extraImagesProgressOf(lotId, true));
  const isUnderWay = isFetchedAfterMount && (data?.state === 'waiting' || data?.state === 'working');
  return (
    <ActionButton kind="quiet" disabled={!isUnderWay} loading={cancel.isPending} onClick={() => cancel.mutate(lotId)}>
      {t('photos.extra.cancel')}
    </ActionButton>
  );
}

function Progress({ lotId }: { lotId: string }) {
  const { data } = useQuery(extraImagesProgressOf(lotId, true));
  const seconds = useSeconds();
  const percent = data?.percent ?? 0;
  return (
    <div className={css.progress}>
      <progress className={css.bar} value={percent} max={100} aria-label={t('photos.extra.progress')} />
      <p className="quiet small" role="status">
        {t('CarAuction.ExtraImages.Wait')}
      </p>
      <p className="quiet small">{t('photos.extra.seconds', { seconds, percent })}</p>
    </div>
  );
}

function useSeconds(): number {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((before) => before + 1), 1_000);
    return () => clearInterval(timer);
  }, []);
  return seconds;
}
