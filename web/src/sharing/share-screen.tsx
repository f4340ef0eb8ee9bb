import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { SharedLot, sharedLotName } from '../lots/shared/shared-lot-panel.tsx';
import { errorText, requestIdOf } from '../shell/api/error-text.ts';
import { useCheckedForm } from '../shell/api/use-checked-form.ts';
import { serverNow } from '../shell/i18n/clock.ts';
import { t } from '../shell/i18n/i18n.ts';
import { ActionButton } from '../ui/actions/action-button.tsx';
import { SkeletonBlock } from '../ui/data/skeleton.tsx';
import { FailedState } from '../ui/data/state-message.tsx';
import { FormAlert } from '../ui/forms/form-alert.tsx';
import { sharingQueries, useOpenShare } from './queries.ts';
import css from './share.module.css';
import { ShareFrame } from './share-frame.tsx';
import { isGone, ShareGone } from './share-gone.tsx';

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
          <SkeletonBlock height={320} quiet />
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

const bare = (code: string): string => code.replaceAll(/\s/g, '');

function codeProblem(code: string): string | undefined {
  if (!bare(code)) return t('Errors.Required');
  return /^\d{6}$/.test(bare(code)) ? undefined : t('Errors.Invalid');
}

/** Asks for the six digits sent with the link; shows a wrong code at the field and keeps the form. */
function ShareCode({ shareId }: { shareId: string }) {
  const form = useCheckedForm({
    name: 'share',
    initial: { code: '' },
    check: ({ code }) => {
      const problem = codeProblem(code);
      return problem ? { code: problem } : {};
    },
    send: useOpenShare(shareId),
  });
  useEffect(() => document.getElementById('share-code')?.focus(), []);
  if (isGone(form.error)) return <ShareGone />;
  return (
    <ShareFrame title={t('Share.pageTitle')}>
      <form className={css.entry} noValidate onSubmit={form.onSubmit}>
        <p className="quiet">{t('Share.entryLead')}</p>
        {form.failure && <FormAlert>{form.failure}</FormAlert>}
        <TextInput
          {...form.field('code')}
          label={t('Share.codeLabel')}
          description={t('Share.entryHint')}
          inputMode="numeric"
          autoComplete="one-time-code"
          spellCheck={false}
          maxLength={12}
        />
        <ActionButton type="submit" size="lg" fullWidth loading={form.isPending}>
          {t('Share.enter')}
        </ActionButton>
      </form>
    </ShareFrame>
  );
}

const WIDTHS = [640, 1280] as const;

/** Auction sheet, enlarged in a window of its own; omitted if it fails to load. */
function SharedSheet({ src, car }: { src: string; car: string }) {
  const [hasFailed, setFailed] = useState(false);
  if (hasFailed) return null;
  return (
    <section className={css.sheet} aria-label={t('lots.sheet.name')}>
      <h2>{t('lots.sheet.name')}</h2>
      <a href={src} target="_blank" rel="noopener" aria-label={t('Share.sheetOpen')}>
        <img
          src={`${src}?w=640`}
          srcSet={WIDTHS.map((width) => `${src}?w=${width} ${width}w`).join(', ')}
          sizes="(max-width: 767px) 100vw, 720px"
          alt={t('lots.sheet.alt', { car })}
          loading="lazy"
          decoding="async"
          onError={() => setFailed(true)}
        />
      </a>
    </section>
  );
}
