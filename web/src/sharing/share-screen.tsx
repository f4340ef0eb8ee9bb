import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { SharedLot, sharedLotName } from '../lots/shared/shared-lot-panel.tsx';
import { errorText, requestIdOf } from '../shell/api/error-text.ts';
import { serverNow } from '../shell/i18n/clock.ts';
import { t } from '../shell/i18n/i18n.ts';
import { Bone } from '../ui/data/skeleton.tsx';
import { FailedState } from '../ui/data/state-message.tsx';
import { sharingQueries } from './queries.ts';
import { ShareCode } from './share-code.tsx';
import { ShareFrame } from './share-frame.tsx';
import { isGone, ShareGone } from './share-gone.tsx';
import { SharedSheet } from './shared-sheet.tsx';

/**
 * Asks for the code of a shared link, then shows the lot (business-rules.md#share-attempts,
 * business-rules.md#shared-lots).
 */
export function ShareScreen() {
  const { id } = useParams({ strict: false }) as { id: string };
  const { data: shared, error, refetch } = useQuery(sharingQueries.shared(id));
  if (shared) {
    const name = sharedLotName(shared);
    const sheet = (shared.car?.carCommonDetail ?? shared.bike?.bikeCommonDetail)?.auctionSheet;
    return (
      <ShareFrame title={name}>
        <SharedLot shared={shared}>{sheet && <SharedSheet src={sheet} car={name} />}</SharedLot>
      </ShareFrame>
    );
  }
  if (shared === null) return <ShareCode key={id} shareId={id} />;
  if (isGone(error)) return <ShareGone />;
  if (!error) {
    return (
      <ShareFrame title={t('Share.pageTitle')}>
        <div role="status" aria-label={t('ui.loading')}>
          <Bone height={320} quiet />
        </div>
      </ShareFrame>
    );
  }
  return (
    <ShareFrame title={t('Share.pageTitle')}>
      <FailedState
        title={t('Share.failed')}
        text={errorText(error)}
        requestId={requestIdOf(error)}
        at={serverNow()}
        onRetry={() => void refetch()}
      />
    </ShareFrame>
  );
}
