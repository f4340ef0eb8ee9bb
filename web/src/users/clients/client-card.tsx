import type { ClientProfile } from '@seri/contract/users/routes.ts';
import { useQuery } from '@tanstack/react-query';
import { countriesQuery } from '../../shell/countries.ts';
import { japanFullDate, orAny, yen } from '../../shell/i18n/format.ts';
import { t, textOf } from '../../shell/i18n/i18n.ts';
import { ActionButton } from '../../ui/actions/action-button.tsx';
import { DataList, DataRow } from '../../ui/data/data-row.tsx';
import { JapanTime } from '../../ui/data/japan-time.tsx';
import { Money } from '../../ui/data/money.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import css from './client-card.module.css';

interface ClientCardProps {
  /** Managers get the profile; a dealer gets name and number. */
  client: ClientProfile | Pick<ClientProfile, 'name' | 'clientId'>;
  opened: boolean;
  onClose: () => void;
  onOnly: (() => void) | undefined;
}

/** Figures of a client: a window, on a phone a sheet (business-rules.md#client-card). */
export function ClientCard({ client, opened, onClose, onOnly }: ClientCardProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={t('users.card.title')}>
      <DataList>
        <DataRow label={t('users.card.id')}>{client.clientId}</DataRow>
        <DataRow label={t('users.card.name')}>{client.name}</DataRow>
        {'balance' in client && <Details client={client} />}
      </DataList>
      {'note' in client && client.note && (
        <section className={css.note} aria-label={t('users.card.note')}>
          <h3 className="quiet small">{t('users.card.note')}</h3>
          <p title={client.note}>{client.note}</p>
        </section>
      )}
      {onOnly && (
        <ActionButton
          kind="plain"
          size="md"
          fullWidth
          className={css.action}
          onClick={() => {
            onClose();
            onOnly();
          }}
        >
          {t('users.card.onlyBids')}
        </ActionButton>
      )}
    </Dialog>
  );
}

function Details({ client }: { client: ClientProfile }) {
  const { data: countries = [] } = useQuery(countriesQuery);
  const country = countries.find(({ value }) => value === client.country)?.label;
  return (
    <>
      <DataRow label={t('users.card.dealer')}>{client.carDealer ?? '–'}</DataRow>
      <DataRow label={t('users.card.company')}>{client.company ?? '–'}</DataRow>
      <DataRow label={t('users.card.country')}>{country ?? '–'}</DataRow>
      <DataRow label={t('users.card.registered')}>{japanFullDate(client.createdAt)}</DataRow>
      <DataRow label={t('users.card.lastLogin')}>
        {client.lastLogin ? <JapanTime at={client.lastLogin} shape="full" zone /> : t('users.card.never')}
      </DataRow>
      <DataRow label={t('users.card.type')}>{textOf(`Role.${client.userLevel}`, 'Common.Any')}</DataRow>
      {client.bidAllow !== undefined && (
        <DataRow label={t('users.bidAllow')} strong>
          {client.bidAllow === null ? t('Common.Any') : <Money yen={client.bidAllow} />}
        </DataRow>
      )}
      <DataRow label={t('users.card.balance')}>
        <span className={client.balance < 0 ? css.owing : undefined}>
          <Money yen={client.balance} />
        </span>
      </DataRow>
      <DataRow label={t('users.card.creditLimit')}>{orAny(client.creditLimit, yen)}</DataRow>
    </>
  );
}
