import { t } from '../shell/i18n.ts';
import { TextSearch } from '../ui/text-search.tsx';

interface LotSearchProps {
  lotNo: string | undefined;
  onChange: (lotNo: string | undefined) => void;
}

const MAX_DIGITS = 10;

/** Digits only (decisions D4.4). */
export function LotSearch({ lotNo, onChange }: LotSearchProps) {
  return (
    <TextSearch
      label={t('bids.search.lotNo')}
      clearLabel={t('bids.search.clear')}
      value={lotNo}
      onChange={onChange}
      clean={(text) => text.replace(/\D/g, '')}
      inputMode="numeric"
      maxLength={MAX_DIGITS}
    />
  );
}
