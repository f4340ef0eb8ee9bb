import type { DemoPerson } from '@seri/contract/company/routes.ts';
import { yen } from '../../shell/i18n/format.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { zonedTime } from '../../ui/data/japan-text.ts';

/** Describes the bids of a person of the demonstration in one or two sentences. */
export function storyOf({ role, story }: DemoPerson): string {
  const { outbid, closing, bought, clients, openBids, lateBids } = story;
  if (role === 'restricted') return t('auth.demo.story.restricted');
  if (role === 'dealer') return t('auth.demo.story.dealer', { clients, bids: openBids });
  if (role === 'manager') {
    const late = lateBids > 0 ? ` ${t('auth.demo.story.late', { bids: lateBids })}` : '';
    return `${t('auth.demo.story.manager', { bids: openBids })}${late}`;
  }
  const sentences = [
    outbid && t('auth.demo.story.outbid', { vehicle: outbid.vehicle, amount: yen(outbid.byYen) }),
    closing && t('auth.demo.story.closing', { vehicle: closing.vehicle, time: zonedTime(closing.closesAt) }),
    bought && t('auth.demo.story.bought', { vehicle: bought.vehicle }),
  ].filter((sentence) => sentence !== null);
  return sentences.slice(0, 2).join(' ') || t('auth.demo.story.none');
}
