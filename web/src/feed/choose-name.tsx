import { useDebouncedValue } from '@mantine/hooks';
import type { FeedName } from '@seri/contract/feed/name-service-routes.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '../shell/api/error-text.ts';
import { t } from '../shell/i18n/i18n.ts';
import { ActionButton } from '../ui/actions/action-button.tsx';
import { SearchSelect } from '../ui/forms/search-select.tsx';
import { Dialog } from '../ui/overlays/dialog.tsx';
import { DELAY_MS } from '../ui/theme/delays.ts';
import { fullName } from './name-texts.ts';
import css from './names.module.css';
import { feedQueries } from './queries.ts';

interface ChooseNameProps {
  opened: boolean;
  /** The alias to assign. */
  name: FeedName | null;
  onChoose: (targetId: number, targetName: string) => void;
  onClose: () => void;
}

/** Dialog for the meaning of a name: a similar name, or any of its kind found by search. */
export const ChooseName = ({ opened, name, onChoose, onClose }: ChooseNameProps) => (
  <Dialog
    opened={opened && name !== null}
    title={t('feed.names.means', { name: name ? fullName(name) : '' })}
    onClose={onClose}
  >
    {name && (
      <div className={css.choose}>
        {name.suggestion && <Suggested {...name.suggestion} onChoose={onChoose} />}
        <FindName key={name.nameId} name={name} onChoose={onChoose} />
      </div>
    )}
  </Dialog>
);

const Suggested = ({
  nameId,
  name,
  onChoose,
}: NonNullable<FeedName['suggestion']> & Pick<ChooseNameProps, 'onChoose'>) => (
  <>
    <p className="quiet">{t('feed.names.looksLike')}</p>
    <ActionButton kind="plain" size="md" onClick={() => onChoose(nameId, name)}>
      {name}
    </ActionButton>
  </>
);

function FindName({ name, onChoose }: { name: FeedName } & Pick<ChooseNameProps, 'onChoose'>) {
  const [typed, setTyped] = useState('');
  const [debounced] = useDebouncedValue(typed.trim(), DELAY_MS.clientSearch);
  const { data, error } = useQuery({
    ...feedQueries.targets(name.kind, name.maker, debounced),
    enabled: debounced !== '',
  });
  const all = debounced === '' ? [] : (data?.items ?? []);
  const found = all.filter((one) => one.nameId !== name.nameId);
  const isNone = debounced !== '' && data !== undefined && found.length === 0;
  return (
    <SearchSelect
      label={t(`feed.names.find.${name.kind}`)}
      clearLabel={t('users.clients.searchClear')}
      text={typed}
      onText={setTyped}
      options={found.map((one) => ({ value: String(one.nameId), label: one.name }))}
      onChoose={(value) => {
        const target = found.find(({ nameId }) => String(nameId) === value);
        if (target) onChoose(target.nameId, target.name);
      }}
      note={error ? errorText(error) : isNone ? t('feed.names.none') : null}
      isBad={error !== null}
    />
  );
}
