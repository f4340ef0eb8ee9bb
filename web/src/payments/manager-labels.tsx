import { UNLIMITED } from '@seri/contract/money.ts';
import { t, textOf } from '../shell/i18n/i18n.ts';
import { Money } from '../ui/data/money.tsx';

export const kindText = (kind: string): string =>
  textOf(`payments.manager.kind.${kind}`, 'payments.manager.kind.other');

/** Red below zero, as on every screen. */
export const Balance = ({ yen }: { yen: number }) => (
  <span data-tone={yen < 0 ? 'red' : undefined}>
    <Money yen={yen} />
  </span>
);

export const Credit = ({ yen }: { yen: number }) => (yen === UNLIMITED ? t('Common.Any') : <Money yen={yen} />);
