import { IconSearch, IconX } from '@tabler/icons-react';
import { type Ref, useEffect, useState } from 'react';
import { t } from '../shell/i18n.ts';
import css from './lists.module.css';

interface LotSearchProps {
  lotNo: string | undefined;
  onChange: (lotNo: string | undefined) => void;
  inputRef?: Ref<HTMLInputElement>;
}

const PAUSE_MS = 700;
const MAX_DIGITS = 10;

/** Digits only, applied 700 ms after the last key (decisions D4.4, section 8). */
export function LotSearch({ lotNo = '', onChange, inputRef }: LotSearchProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? lotNo;
  useEffect(() => {
    if (typed === null) return;
    const timer = setTimeout(() => {
      setTyped(null);
      if (typed !== lotNo) onChange(typed || undefined);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, lotNo, onChange]);

  return (
    <label className={css.search}>
      <IconSearch size={20} stroke={1.5} aria-hidden />
      <input
        ref={inputRef}
        inputMode="numeric"
        autoComplete="off"
        placeholder={t('bids.search.lotNo')}
        aria-label={t('bids.search.lotNo')}
        value={text}
        onChange={(event) => setTyped(event.currentTarget.value.replace(/\D/g, '').slice(0, MAX_DIGITS))}
      />
      {text && (
        <button type="button" aria-label={t('bids.search.clear')} onClick={() => setTyped('')}>
          <IconX size={16} stroke={1.6} aria-hidden />
        </button>
      )}
    </label>
  );
}
