import { ROLE } from '@seri/contract/auth/permissions.ts';
import type { ClientView } from '@seri/contract/users/client-routes.ts';
import { IconFlag, IconMail } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { BidForClient } from '../../bids/clientbids/bid-for-client-panel.tsx';
import { countriesQuery } from '../../shell/countries.ts';
import { phone } from '../../shell/i18n/format.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { ActionAnchor } from '../../ui/actions/action-button.tsx';
import { JapanTime } from '../../ui/data/japan-time.tsx';
import css from './client-head.module.css';
import { roleText } from './client-texts.ts';

/** Number, role and contacts of the client, with the actions of a manager. */
export function ClientHead({ view: { client, dealers } }: { view: ClientView }) {
  const { data: countries = [] } = useQuery(countriesQuery);
  const country = countries.find(({ value }) => value === client.countryId)?.label;
  const dealer = dealers.find(({ value }) => value === client.dealerId)?.label;
  const mayBid = client.roleId !== ROLE.disabled && client.flags.biddingAllowed;
  const place = [client.city, country].filter(Boolean).join(', ');
  return (
    <section className={css.head} aria-label={t('users.card.title')}>
      <span className={css.avatar} aria-hidden>
        {initialsOf(client.name)}
      </span>
      <div className={css.lines}>
        <p>
          <b>{client.clientId}</b>{' '}
          {client.roleId === ROLE.troublesome && (
            <span className={css.flag}>
              <IconFlag size={16} stroke={1.8} aria-hidden /> {roleText(client.roleId)}
            </span>
          )}{' '}
          <span className="quiet">
            {[
              client.roleId === ROLE.troublesome ? null : roleText(client.roleId),
              dealer ? t('users.head.dealer', { name: dealer }) : t('users.head.noDealer'),
              t(mayBid ? 'users.head.mayBid' : 'users.head.mayNotBid'),
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </p>
        <p className={`quiet small ${css.facts}`}>
          {place && <span>{place}</span>}
          {client.mobile && <span>{phone(client.mobile)}</span>}
          <a href={`mailto:${client.email}`} className="finger-link">
            {client.email}
          </a>
          <span>
            {t('users.card.registered')} <JapanTime at={client.createdAt} shape="day" />
          </span>
          <span>
            {t('users.card.lastLogin')}:{' '}
            {client.lastLoginAt ? <JapanTime at={client.lastLoginAt} shape="full" zone /> : t('users.card.never')}
          </span>
        </p>
      </div>
      <div className={css.actions}>
        <ActionAnchor
          kind="plain"
          size="md"
          href={`mailto:${client.email}`}
          leftSection={<IconMail size={18} stroke={1.6} aria-hidden />}
        >
          {t('users.head.mail')}
        </ActionAnchor>
        {mayBid && <BidForClient userId={client.userId} name={client.name} />}
      </div>
    </section>
  );
}

const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('');
