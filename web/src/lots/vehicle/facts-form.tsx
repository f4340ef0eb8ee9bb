import { TextInput } from '@mantine/core';
import {
  BODIES,
  DRIVES,
  FACT_NAMES,
  type FactName,
  FUELS,
  factShape,
  HYBRIDS,
  STEERINGS,
  type VehicleFacts,
} from '@seri/contract/lots/facts.ts';
import { setLotFacts } from '@seri/contract/lots/marks/mark-routes.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call } from '../../shell/api/api.ts';
import { errorText } from '../../shell/api/error-text.ts';
import { groupThousands } from '../../shell/i18n/format.ts';
import { type TextKey, t, textOf } from '../../shell/i18n/i18n.ts';
import { ChoiceField } from '../../ui/forms/choice-field.tsx';
import { FormButtons } from '../../ui/forms/form-buttons.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { originText } from './fact-texts.ts';
import css from './vehicle-facts.module.css';

const CHOICES: Partial<Record<FactName, readonly string[]>> = {
  ...{ fuel: FUELS, hybrid: HYBRIDS, steering: STEERINGS, drive: DRIVES, body: BODIES },
};
const TEXTS: ReadonlySet<FactName> = new Set(['typeCode', 'exteriorGrade', 'interiorGrade']);

const UNIT_TEXTS: Partial<Record<FactName, TextKey>> = {
  ...{ engineCc: 'unit.cc', powerPs: 'lots.unit.ps', power30MinutePs: 'lots.unit.ps', weightKg: 'unit.kg' },
  ...{ lengthMm: 'unit.mm', widthMm: 'unit.mm', heightMm: 'unit.mm', co2GPerKm: 'unit.gPerKm' },
};

/** The value that counts while the field is empty: "List: 1,198 cc", "petrol (from the type code)". */
function replacedText(name: FactName, without: VehicleFacts): string | undefined {
  const fact = without[name];
  if (!fact) return undefined;
  const unit = UNIT_TEXTS[name];
  const value = CHOICES[name]
    ? textOf(`lots.value.${name}.${fact.value}`, 'lots.value.unknown')
    : unit
      ? `${groupThousands(Number(fact.value))} ${t(unit)}`
      : String(fact.value);
  return fact.origin === 'feed'
    ? t('lots.fact.listed', { value })
    : `${value} (${originText(fact.origin, fact.table)})`;
}

type Draft = Partial<Record<FactName, string>>;

/** Value of a field as the call takes it: null for an empty one, undefined for one that is out of bounds. */
function givenValue(name: FactName, text: string): string | number | null | undefined {
  const plain = text.normalize('NFKC').trim();
  if (plain === '') return null;
  const given = CHOICES[name] ? plain : TEXTS.has(name) ? plain.toUpperCase() : Number(plain.replaceAll(/[\s,]/g, ''));
  return factShape[name].safeParse(given).success ? given : undefined;
}

interface FactsFormProps {
  lotId: string;
  facts: VehicleFacts;
  /** The facts without a manager's values. */
  without: VehicleFacts;
  onClose: () => void;
}

/** A manager's answers about a vehicle; an empty field leaves the value to the next origin. */
export function FactsForm({ lotId, facts, without, onClose }: FactsFormProps) {
  const client = useQueryClient();
  const [draft, setDraft] = useState<Draft>(() =>
    Object.fromEntries(
      FACT_NAMES.flatMap((name) => {
        const fact = facts[name];
        return fact?.origin === 'manager' ? [[name, String(fact.value)]] : [];
      }),
    ),
  );
  const [isChecked, setChecked] = useState(false);
  const values = FACT_NAMES.map((name) => [name, givenValue(name, draft[name] ?? '')] as const);
  const wrong = new Set(values.flatMap(([name, value]) => (value === undefined ? [name] : [])));
  const save = useMutation({
    mutationFn: () => call(setLotFacts, { body: { id: lotId, facts: Object.fromEntries(values) } }),
    onSuccess: async () => {
      await Promise.all([['lots'], ['costs', 'lot']].map((queryKey) => client.invalidateQueries({ queryKey })));
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (wrong.size === 0) save.mutate();
  };
  const set = (name: FactName, text: string | null) => setDraft({ ...draft, [name]: text ?? '' });
  return (
    <Dialog opened title={t('lots.fact.editTitle')} onClose={onClose} size={760}>
      <form onSubmit={submit}>
        <p className="quiet small">{t('lots.fact.editHint')}</p>
        <div className={css.form}>
          {FACT_NAMES.map((name) => {
            const choices = CHOICES[name];
            const label = t(`lots.fact.name.${name}`);
            if (choices)
              return (
                <ChoiceField
                  key={name}
                  label={label}
                  clearable
                  description={replacedText(name, without)}
                  data={choices.map((value) => ({
                    value,
                    label: textOf(`lots.value.${name}.${value}`, 'lots.value.unknown'),
                  }))}
                  value={draft[name] || null}
                  onChange={(value) => set(name, value)}
                />
              );
            return (
              <TextInput
                key={name}
                label={label}
                inputMode={TEXTS.has(name) ? 'text' : 'numeric'}
                maxLength={20}
                description={replacedText(name, without)}
                value={draft[name] ?? ''}
                error={isChecked && wrong.has(name) ? t('Errors.Invalid') : undefined}
                onChange={(event) => set(name, event.currentTarget.value)}
              />
            );
          })}
        </div>
        {save.error && <p role="alert">{errorText(save.error)}</p>}
        <FormButtons submit={t('lots.fact.save')} isPending={save.isPending} onCancel={onClose} />
      </form>
    </Dialog>
  );
}
