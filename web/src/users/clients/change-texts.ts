import { descriptionInRussian } from '@seri/contract/payments/ledger-texts.ts';
import type { ClientChange } from '@seri/contract/users/client-figures-routes.ts';
import { orAny, yen } from '../../shell/i18n/format.ts';
import { language, t, textOf } from '../../shell/i18n/i18n.ts';
import { groupThousands } from '../../ui/theme/number-text.ts';
import { flagText, onOff, roleText } from './client-texts.ts';

/** A changed value: what it is, the old value if there was one, and the new one. */
interface ShownChange {
  text: string;
  from?: string | undefined;
  to: string;
}

const LIMIT_TEXT = {
  creditLimitYen: 'users.creditLimit',
  dailyBidLimit: 'users.dailyBidLimit',
  dailyUssLimit: 'users.dailyUssLimit',
} as const;

/** Names the changed thing. */
export function changeTitle({ kind, event, lotNo, description }: ClientChange): string {
  if (kind === 'bid') return textOf(`users.history.bid.${event}`, 'users.history.bid.other', { lotNo: lotNo ?? '' });
  if (kind === 'account') return textOf(`users.decision.${event}`, 'users.decision.other');
  const text = description ?? '';
  return [
    textOf(`payments.manager.kind.${event}`, 'payments.manager.kind.other'),
    language === 'ru' ? descriptionInRussian(text) : text,
  ]
    .filter((part, index, parts) => part && parts.indexOf(part) === index)
    .join(', ');
}

/** Changed values; none for fields that name people. */
export function changesOf({ kind, event, before, after, amountYen }: ClientChange): ShownChange[] {
  if (kind === 'money') return [{ text: '', to: `${(amountYen ?? 0) > 0 ? '+' : ''}${yen(amountYen ?? 0)}` }];
  if (!after) return [];
  if (kind === 'bid') return bidChanges(before, after);
  if (event === 'role' || event === 'created') {
    const from = before ? roleText(Number(before.roleId)) : undefined;
    return [{ text: '', from, to: roleText(Number(after.roleId)) }];
  }
  const keys = Object.keys(after).filter((key) => before?.[key] !== after[key]);
  return keys.flatMap((key) => accountChange(event, key, before?.[key], after[key]));
}

function accountChange(event: string, key: string, from: unknown, to: unknown): ShownChange[] {
  if (event === 'limits' && key in LIMIT_TEXT) {
    const limit = key as keyof typeof LIMIT_TEXT;
    const shown = (value: unknown) => orAny(Number(value), limit === 'creditLimitYen' ? yen : groupThousands);
    return [{ text: t(LIMIT_TEXT[limit]), from: shown(from), to: shown(to) }];
  }
  if (event === 'permissions') return [{ text: flagText(key), to: onOff(to === true) }];
  if (typeof to === 'boolean') return [{ text: '', to: onOff(to) }];
  return [];
}

type State = NonNullable<ClientChange['after']>;

/** Amount, status and sold price of a bid. */
function bidChanges(before: State | null, after: State): ShownChange[] {
  const shown: ShownChange[] = [];
  const compare = (key: string, textFor: (value: unknown) => string) => {
    if (after[key] === null || after[key] === undefined || before?.[key] === after[key]) return;
    const old = before?.[key];
    shown.push({
      text: '',
      from: old === null || old === undefined ? undefined : textFor(old),
      to: textFor(after[key]),
    });
  };
  const money = (value: unknown) => yen(Number(value));
  compare('amountYen', money);
  if (before) compare('status', (value) => textOf(`BidStatus.${value}`, 'Common.Any'));
  compare('soldPriceYen', money);
  return shown;
}
