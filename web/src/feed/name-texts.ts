import { type FeedName, MAX_COUNTED_LOTS } from '@seri/contract/feed/name-service-routes.ts';
import { groupThousands } from '../shell/i18n/format.ts';
import { t } from '../shell/i18n/i18n.ts';

/** Full name; a model includes its maker. */
export const fullName = ({ maker, name }: Pick<FeedName, 'maker' | 'name'>): string =>
  [maker, name].filter(Boolean).join(' ');

export const lotCount = ({ lots, moreLots }: Pick<FeedName, 'lots' | 'moreLots'>): string =>
  moreLots ? t('feed.names.lotsMore', { n: groupThousands(MAX_COUNTED_LOTS) }) : t('feed.names.lots', { count: lots });
