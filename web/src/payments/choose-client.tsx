import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '../shell/api/error-text.ts';
import { t } from '../shell/i18n/i18n.ts';
import { clientNumber } from '../shell/session/session.ts';
import { ActionButton } from '../ui/actions/action-button.tsx';
import { SearchSelect } from '../ui/forms/search-select.tsx';
import { Dialog } from '../ui/overlays/dialog.tsx';
import { DELAY_MS } from '../ui/theme/delays.ts';
import css from './deposits.module.css';
import { paymentManagerQueries } from './manager-queries.ts';

interface ChooseClientProps {
  opened: boolean;
  /** Clients named in the reference; listed first. */
  candidates: readonly number[];
  onChoose: (userId: number, name: string) => void;
  onClose: () => void;
}

/** Client of a transfer: one that its reference names, or any other. */
export const ChooseClient = ({ opened, candidates, onChoose, onClose }: ChooseClientProps) => (
  <Dialog opened={opened} title={t('payments.manager.whose')} onClose={onClose}>
    <div className={css.choose}>
      {candidates.length > 0 && <p className="quiet">{t('payments.manager.named')}</p>}
      {candidates.map((userId) => (
        <Candidate key={userId} userId={userId} onChoose={onChoose} />
      ))}
      <FindClient onChoose={onChoose} />
    </div>
  </Dialog>
);

function Candidate({ userId, onChoose }: { userId: number } & Pick<ChooseClientProps, 'onChoose'>) {
  const name = useQuery(paymentManagerQueries.client(userId)).data?.client.name;
  return (
    <ActionButton kind="plain" size="md" loading={!name} onClick={() => name && onChoose(userId, name)}>
      {[name, clientNumber(userId)].filter(Boolean).join(' · ')}
    </ActionButton>
  );
}

function FindClient({ onChoose }: Pick<ChooseClientProps, 'onChoose'>) {
  const [typed, setTyped] = useState('');
  const [debounced] = useDebouncedValue(typed.trim(), DELAY_MS.clientSearch);
  const { data, error } = useQuery({ ...paymentManagerQueries.matches(debounced), enabled: debounced !== '' });
  const found = debounced === '' ? [] : (data?.items ?? []);
  const isNobody = debounced !== '' && data?.items.length === 0;
  return (
    <SearchSelect
      label={t('users.clients.search')}
      clearLabel={t('users.clients.searchClear')}
      text={typed}
      onText={setTyped}
      options={found.map((client) => ({
        value: String(client.userId),
        label: [client.name, client.clientId, client.company].filter(Boolean).join(' · '),
      }))}
      onChoose={(value) => {
        const client = found.find(({ userId }) => String(userId) === value);
        if (client) onChoose(client.userId, client.name);
      }}
      note={error ? errorText(error) : isNobody ? t('users.clients.none') : null}
      isBad={error !== null}
    />
  );
}
