import { setReferenceValue } from '@seri/contract/costs/reference-routes.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { call } from '../shell/api/api.ts';
import { errorText } from '../shell/api/error-text.ts';
import { t } from '../shell/i18n/i18n.ts';
import { ActionButton } from '../ui/actions/action-button.tsx';
import { groupThousands, numberOf } from '../ui/theme/number-text.ts';
import costsCss from './costs.module.css';
import css from './door.module.css';

interface ReferenceValueProps {
  lotId: string;
  destination: string;
  /** Of the line that rests on the value. */
  currency: string;
  /** The stored value; null without one. */
  value: number | null;
}

/** The customs value that a manager looks up for a lot; totals of all readers follow. */
export function ReferenceValue({ lotId, destination, currency, value }: ReferenceValueProps) {
  const id = useId();
  const client = useQueryClient();
  const [typed, setTyped] = useState(value ?? 0);
  const save = useMutation({
    mutationFn: (given: number | null) => call(setReferenceValue, { body: { id: lotId, destination, value: given } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['costs', 'lot'] }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed > 0) save.mutate(typed);
  };
  return (
    <form className={css.question} onSubmit={submit}>
      <label htmlFor={id} className={costsCss.label}>
        {t('costs.reference.name', { currency })}
      </label>
      <div className={costsCss.budget}>
        <input
          id={id}
          inputMode="numeric"
          autoComplete="off"
          maxLength={13}
          value={typed === 0 ? '' : groupThousands(typed)}
          onChange={(event) => setTyped(numberOf(event.currentTarget.value))}
        />
        <ActionButton type="submit" loading={save.isPending} disabled={typed === 0 || typed === value}>
          {t('costs.reference.save')}
        </ActionButton>
        {value !== null && (
          <ActionButton
            kind="plain"
            onClick={() => {
              setTyped(0);
              save.mutate(null);
            }}
          >
            {t('costs.reference.remove')}
          </ActionButton>
        )}
      </div>
      <p className="quiet small">{t('costs.reference.hint')}</p>
      {save.error && <p role="alert">{errorText(save.error)}</p>}
    </form>
  );
}
