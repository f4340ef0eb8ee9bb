import { ROLE, type RoleId } from '@seri/contract/auth/permissions.ts';
import { type Client, enableClient, inviteClient, setClientRole } from '@seri/contract/users/client-routes.ts';
import { CLIENT_ROLES } from '@seri/contract/users/list-search.ts';
import { t } from '../../shell/i18n/i18n.ts';
import type { Decide } from '../../shell/use-decision.tsx';
import { ActionButton } from '../../ui/actions/action-button.tsx';
import { ChoiceField } from '../../ui/forms/choice-field.tsx';
import css from './client.module.css';
import { roleText } from './client-texts.ts';

/** Kind of client, and whether login is allowed. */
export function ClientRole({ client, decide }: { client: Client; decide: Decide | null }) {
  const isDisabled = client.roleId === ROLE.disabled;
  const { userId, name } = client;
  const toRole = (roleId: number, note: string) =>
    decide?.(
      setClientRole,
      { userId, roleId: roleId as Exclude<RoleId, typeof ROLE.manager> },
      {
        title: t('users.clients.askRole', { name }),
        changes: [{ label: t('users.role'), from: roleText(client.roleId), to: roleText(roleId) }],
        note,
      },
    );
  return (
    <section className="panel" aria-labelledby="client-role">
      <h2 id="client-role">{t('users.clients.access')}</h2>
      <div className={css.form}>
        <ChoiceField
          label={t('users.role')}
          searchable={false}
          allowDeselect={false}
          disabled={!decide || isDisabled}
          data={CLIENT_ROLES.filter((role) => role !== ROLE.disabled || isDisabled).map((role) => ({
            value: String(role),
            label: roleText(role),
          }))}
          value={String(client.roleId)}
          onChange={(role) =>
            role && Number(role) !== client.roleId && toRole(Number(role), t('users.clients.roleNote'))
          }
        />
        {decide && (
          <div className={css.actions}>
            {isDisabled ? (
              <ActionButton
                kind="plain"
                onClick={() =>
                  decide(
                    enableClient,
                    { userId },
                    { title: t('users.clients.askEnable', { name }), note: t('users.clients.enableNote') },
                  )
                }
              >
                {t('users.clients.enable')}
              </ActionButton>
            ) : (
              <>
                <ActionButton
                  kind="plain"
                  onClick={() =>
                    decide(
                      inviteClient,
                      { userId },
                      { title: t('users.clients.askInvite', { name }), note: t('users.clients.inviteNote') },
                    )
                  }
                >
                  {t('users.clients.invite')}
                </ActionButton>
                <ActionButton kind="plain" onClick={() => toRole(ROLE.disabled, t('users.clients.disableNote'))}>
                  {t('users.clients.disable')}
                </ActionButton>
              </>
            )}
          </div>
        )}
      </div>
    </section>
  );
}
