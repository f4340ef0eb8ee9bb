import type { PageType } from '@seri/contract/lots/page-types.ts';
import { IconClipboardCheck, IconExternalLink, IconEye, IconLock } from '@tabler/icons-react';
import { lotAddress } from '../../app/paths.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { webAddress } from '../../shell/safe-link.ts';
import { joined, lotName } from '../core/lot-texts.ts';
import type { ListedLot } from '../core/queries.ts';
import css from './lot-link.module.css';

interface LotLinkProps {
  pageType: PageType;
  lot: ListedLot;
  isVisited: boolean;
  /** The link fills its card. */
  fills?: boolean;
  /** The card shows the number in another place, with {@link LotNumber}. */
  hidesNumber?: boolean;
}

/** Name and lot number, opening the lot in a new tab; muted and with an eye icon once it was opened. */
export function LotLink({ pageType, lot, isVisited, fills = false, hidesNumber = false }: LotLinkProps) {
  const page = webAddress(lot.link);
  return (
    <>
      <a
        href={lotAddress(pageType, lot.id)}
        target="_blank"
        rel="noopener"
        className={css.link}
        data-lot
        data-fills={fills || undefined}
        data-visited={isVisited || undefined}
        aria-description={t('lots.opensInTab')}
      >
        <span className={css.name}>{lotName(lot)}</span>
        <span className={hidesNumber ? 'visually-hidden' : undefined}>
          <LotNumber lot={lot} isVisited={isVisited} />
        </span>
      </a>
      {page && (
        <a className={css.page} href={page} target="_blank" rel="noopener noreferrer">
          <IconExternalLink size={14} stroke={1.5} aria-hidden /> {t('lots.ownPage')}
        </a>
      )}
    </>
  );
}

/** Lot and chassis number, with marks of a lot that was opened, is private or was inspected. */
export const LotNumber = ({ lot, isVisited }: Pick<LotLinkProps, 'lot' | 'isVisited'>) => (
  <span className={css.number}>
    {isVisited && <Mark icon={IconEye} text={t('lots.visited')} />}
    {lot.priv && <Mark icon={IconLock} text={t('lots.private')} />}
    {joined([t('lots.lotNo', { lotNo: lot.lotNo }), lot.serial || lot.chassis])}
    {lot.inspection && <Mark icon={IconClipboardCheck} text={t('lots.inspected')} />}
  </span>
);

function Mark({ icon: Icon, text }: { icon: typeof IconEye; text: string }) {
  return (
    <span title={text}>
      {' '}
      <Icon size={16} stroke={1.5} aria-hidden />
      <span className="visually-hidden">{text}</span>{' '}
    </span>
  );
}
