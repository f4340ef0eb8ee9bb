import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { phone } from '../shell/i18n/format.ts';
import { t } from '../shell/i18n/i18n.ts';
import { ActionButton } from '../ui/actions/action-button.tsx';
import { SkeletonBlock } from '../ui/data/skeleton.tsx';
import { lazyPart } from '../ui/loading/lazy-part.tsx';
import { Dialog } from '../ui/overlays/dialog.tsx';
import css from './car.module.css';
import type { PartyKind } from './party-fields.ts';
import { type PurchaseDetails, purchaseQueries } from './queries.ts';

const PartyForm = lazyPart(() => import('./party-form.tsx'), 'PartyForm');

/** Consignee and notify party of the car; the client can change them until the ship is loaded. */
export function PartiesPart({ details }: { details: PurchaseDetails }) {
  const { consignee, notifyParty, partiesEditable, carDetail } = details;
  const [edited, setEdited] = useState<PartyKind | null>(null);
  const [last, setLast] = useState<PartyKind>('consignee');
  const client = useQueryClient();
  const edit = (kind: PartyKind) => {
    setLast(kind);
    setEdited(kind);
  };
  const close = () => setEdited(null);
  const done = async () => {
    await client.invalidateQueries({ queryKey: purchaseQueries.all });
    close();
  };
  return (
    <section className={css.part} aria-labelledby="purchase-parties">
      <h3 id="purchase-parties">{t('purchases.consignee')}</h3>
      <PartyLines party={consignee} />
      {partiesEditable && (
        <ActionButton kind="plain" onClick={() => edit('consignee')}>
          {t('purchases.consignee.edit')}
        </ActionButton>
      )}
      <h4 className={css.notify}>{t('purchases.notifyParty')}</h4>
      {notifyParty.sameAsConsignee ? (
        <p className={css.same}>{t('purchases.notifyParty.same')}</p>
      ) : (
        <PartyLines party={notifyParty} />
      )}
      {partiesEditable ? (
        <ActionButton kind="plain" onClick={() => edit('notifyParty')}>
          {t('purchases.notifyParty.edit')}
        </ActionButton>
      ) : (
        <p className="quiet small">{t('purchases.parties.closed')}</p>
      )}
      <Dialog opened={edited !== null} title={t(`purchases.${last}`)} onClose={close} size={520}>
        <Suspense fallback={<SkeletonBlock height={320} />}>
          <PartyForm kind={last} carId={carDetail.id} consignee={consignee} notifyParty={notifyParty} onSaved={done} />
        </Suspense>
      </Dialog>
    </section>
  );
}

export function PartyLines({ party }: { party: PurchaseDetails['consignee'] }) {
  const lines = [
    [party.address, party.country].filter(Boolean).join(', '),
    party.port && t('purchases.party.portIs', { port: party.port }),
    party.telephone && phone(party.telephone),
    party.email,
    party.document && t('purchases.party.documentIs', { text: party.document }),
    paymentText(party.paymentMethod),
  ].filter(Boolean);
  return (
    <div className={css.party}>
      <b>{party.fullName}</b>
      {lines.map((line) => (
        <span key={line}>{line}</span>
      ))}
    </div>
  );
}

const METHODS = ['bank', 'cash', 'letterOfCredit'] as const;
function paymentText(method: string): string {
  const known = METHODS.find((name) => name === method);
  return known ? t(`purchases.payment.${known}`) : method;
}
