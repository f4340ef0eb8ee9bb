import { setPurchaseDueDay } from '@seri/contract/purchases/manager-routes.ts';
import type { ChecklistRow } from '@seri/contract/purchases/papers.ts';
import { IconCheck } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { japanFullDate } from '../shell/i18n/format.ts';
import { t } from '../shell/i18n/i18n.ts';
import type { Decide } from '../shell/use-decision.tsx';
import { ActionButton } from '../ui/actions/action-button.tsx';
import { DayField } from '../ui/forms/day-field.tsx';
import papers from './documents.module.css';
import { dueText } from './documents-part.tsx';
import css from './editor/purchase-editor.module.css';

interface DueDaysProps {
  purchaseId: number;
  rows: readonly ChecklistRow[];
  decide: Decide | null;
}

/** Documents of an exported car, present or due; a missing document's due date may be agreed. */
export function DueDays({ purchaseId, rows, decide }: DueDaysProps) {
  const [edited, setEdited] = useState<ChecklistRow['kind'] | null>(null);
  return (
    <section className="panel" aria-labelledby="editor-due">
      <h2 id="editor-due">{t('purchases.checkList')}</h2>
      <ul className={papers.list}>
        {rows.map((row) => (
          <li key={row.kind}>
            <div className={papers.document} data-done={row.isDone || undefined}>
              <span className={papers.mark}>{row.isDone && <IconCheck size={12} stroke={3} aria-hidden />}</span>
              <span>{t(`purchases.paper.${row.kind}`)}</span>
              <span className={css.rowEnd}>
                <span className={papers.kind}>{dueText(row.isDone, row.dueOn)}</span>
                {decide && !row.isDone && edited !== row.kind && (
                  <ActionButton
                    kind="quiet"
                    aria-label={t('purchases.manager.dueOf', { paper: t(`purchases.paper.${row.kind}`) })}
                    onClick={() => setEdited(row.kind)}
                  >
                    {t('purchases.manager.change')}
                  </ActionButton>
                )}
              </span>
            </div>
            {decide && edited === row.kind && (
              <DueForm purchaseId={purchaseId} row={row} decide={decide} onClose={() => setEdited(null)} />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

interface DueFormProps {
  purchaseId: number;
  row: ChecklistRow;
  decide: Decide;
  onClose: () => void;
}

function DueForm({ purchaseId, row: { kind, dueOn }, decide, onClose }: DueFormProps) {
  const [day, setDay] = useState(dueOn ?? undefined);
  const [isWrong, setWrong] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isWrong) return;
    const to = day ?? null;
    const text = (value: string | null) => (value === null ? t('purchases.manager.usualDay') : japanFullDate(value));
    decide(
      setPurchaseDueDay,
      { purchaseId, paper: kind, dueOn: to },
      {
        title: t('purchases.manager.askDue'),
        changes: [{ label: t(`purchases.paper.${kind}`), from: text(dueOn), to: text(to) }],
        note: t('purchases.manager.dueNote'),
        onDone: onClose,
      },
    );
  };
  return (
    <form
      className={css.due}
      onSubmit={submit}
      noValidate
      aria-label={t('purchases.manager.dueOf', { paper: t(`purchases.paper.${kind}`) })}
    >
      <DayField
        label={t('purchases.manager.due')}
        invalid={t('Errors.Invalid')}
        value={day}
        onWrong={setWrong}
        onChange={setDay}
      />
      <ActionButton type="submit">{t('users.save')}</ActionButton>
      <ActionButton kind="plain" onClick={onClose}>
        {t('users.cancel')}
      </ActionButton>
    </form>
  );
}
