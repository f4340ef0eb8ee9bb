import type { ListedTerm } from '@seri/contract/feed/word-service-routes.ts';
import { t } from '../shell/i18n/i18n.ts';

/** Both languages side by side. */
export const bothOf = ({ en, ru }: { en: string; ru: string }): string => (en === ru ? en : `${en} · ${ru}`);

/** Text that lots show; the word itself without a translation. */
export const shownOf = ({ shown, word }: Pick<ListedTerm, 'shown' | 'word'>): string =>
  shown ? bothOf(shown) : t('feed.words.asItIs', { word });
