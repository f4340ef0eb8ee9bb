import { useDebouncedValue } from '@mantine/hooks';
import { MAX_CLIENT_MATCHES, searchClients } from '@seri/contract/users/routes.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../shell/api/api.ts';
import { errorText } from '../../shell/api/error-text.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { SearchSelect } from '../../ui/forms/search-select.tsx';
import { DELAY_MS } from '../../ui/theme/delays.ts';

export interface ChosenClient {
  userId: number;
  name: string;
}

interface ClientSearchProps {
  client: ChosenClient | null;
  onChange: (client: ChosenClient | null) => void;
  /** True if the button was pressed without a client. */
  isMissing: boolean;
}

const MIN_LENGTH = 4;

/**
 * Search for the client a manager bids for. Starts at four characters and lists no more than ten matches
 * (business-rules.md#bids-for-clients).
 */
export function ClientSearch({ client, onChange, isMissing }: ClientSearchProps) {
  const [typed, setTyped] = useState('');
  const [debounced] = useDebouncedValue(typed.trim(), DELAY_MS.clientSearch);
  const isSearching = client === null && debounced.length >= MIN_LENGTH;
  const { data, error } = useQuery({
    queryKey: ['users', 'search', debounced],
    queryFn: ({ signal }) => call(searchClients, { query: { user: debounced }, signal }),
    enabled: isSearching,
  });
  const matches = isSearching ? data : undefined;
  const shown = matches && matches.length <= MAX_CLIENT_MATCHES ? matches : [];
  const note = noteOf({ isChosen: client !== null, typed: typed.trim(), matches: matches?.length, error });
  return (
    <SearchSelect
      label={t('bids.filter.client')}
      clearLabel={t('bids.client.clear')}
      text={client?.name ?? typed}
      onText={(text) => {
        setTyped(text);
        if (client) onChange(null);
      }}
      options={shown.map(({ value, label }) => ({ value: String(value), label }))}
      onChoose={(value) => {
        const chosen = shown.find((option) => String(option.value) === value);
        if (chosen) onChange({ userId: chosen.value, name: chosen.label });
      }}
      note={note ?? (isMissing && client === null ? t('PlaceBid.Required') : null)}
      isBad={(isMissing && client === null) || error !== null}
    />
  );
}

interface Search {
  isChosen: boolean;
  typed: string;
  matches: number | undefined;
  error: unknown;
}

function noteOf({ isChosen, typed, matches, error }: Search): string | null {
  if (isChosen || typed === '') return null;
  if (typed.length < MIN_LENGTH) return t('PlaceBid.MoreChars');
  if (error) return errorText(error);
  if (matches === 0) return t('PlaceBid.NoClient');
  return matches !== undefined && matches > MAX_CLIENT_MATCHES ? t('PlaceBid.TooMany') : null;
}
