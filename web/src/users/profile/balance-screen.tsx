import { useQuery } from '@tanstack/react-query';
import { paths } from '../../app/paths.ts';
import { ClientBalances } from '../../payments/client-balances-panel.tsx';
import { errorText, requestIdOf } from '../../shell/api/error-text.ts';
import { serverNow } from '../../shell/i18n/clock.ts';
import { groupThousands } from '../../shell/i18n/format.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { ContactLinks } from '../../shell/layout/contact-links.tsx';
import { usePageTitle } from '../../shell/layout/page-title.ts';
import { LinkButton } from '../../shell/link-button.tsx';
import { webAddress } from '../../shell/safe-link.ts';
import { menuOfSession, useSession } from '../../shell/session/session.ts';
import { useSettings } from '../../shell/settings.ts';
import { SkeletonBlock } from '../../ui/data/skeleton.tsx';
import { FailedState } from '../../ui/data/state-message.tsx';
import { AccountLayout } from '../account-layout.tsx';
import { userQueries } from '../queries.ts';
import { BalancePart } from './balance-part.tsx';
import css from './balance-screen.module.css';

/** A client's balance, available credit and payment details; read-only. */
export function BalanceScreen() {
  const balance = useQuery(userQueries.balance);
  const session = useSession();
  const hasClients = menuOfSession(session) === 'dealer' && session.permissions.dealerBidAccess;
  usePageTitle({ title: t('users.balanceNow') });
  return (
    <AccountLayout>
      {balance.isError ? (
        <FailedState
          title={t('Failed.Title')}
          text={errorText(balance.error)}
          onRetry={() => balance.refetch()}
          requestId={requestIdOf(balance.error)}
          at={serverNow()}
        />
      ) : (
        <div className={css.columns}>
          {balance.data ? (
            <BalancePart
              balance={balance.data}
              action={
                <LinkButton {...paths.payments()} kind="plain">
                  {t('Menu.Payments')}
                </LinkButton>
              }
            />
          ) : (
            <Loading />
          )}
          <Deposit />
        </div>
      )}
      {hasClients && <ClientBalances />}
    </AccountLayout>
  );
}

function Deposit() {
  const invoice = webAddress(useSession().detail.invoiceLink);
  const settings = useSettings();
  return (
    <section>
      <h2 className={css.heading}>{t('users.deposit')}</h2>
      {settings && <p className={css.deposit}>{t('Deposit.Text', { amount: groupThousands(settings.depositYen) })}</p>}
      <p className={css.note}>{t(invoice ? 'users.invoiceNote' : 'users.noInvoice')}</p>
      <div className={css.links}>
        {invoice && (
          <a href={invoice} target="_blank" rel="noopener noreferrer">
            {t('users.invoice')}
          </a>
        )}
        <ContactLinks />
      </div>
    </section>
  );
}

const Loading = () => (
  <div className={css.loading} role="status" aria-label={t('ui.loading')}>
    {['40%', '62%', '55%', '48%', '58%', '52%', '56%'].map((width) => (
      <SkeletonBlock key={width} width={width} />
    ))}
  </div>
);
