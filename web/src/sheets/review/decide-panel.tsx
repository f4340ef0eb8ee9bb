import type { Contradiction } from '@seri/contract/sheets/review-routes.ts';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { errorText } from '../../shell/api/error-text.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { ActionButton } from '../../ui/actions/action-button.tsx';
import { OdometerPhoto } from '../odometer-photo.tsx';
import { valueText } from '../value-text.ts';
import css from './review.module.css';
import type { ReviewChanges } from './review-queries.ts';

interface DecidePanelProps {
  lotId: string;
  contradiction: Contradiction;
  /** Open bids on the lot, whose clients may be notified. */
  bids: number;
  /** Whether those clients are notified, also by the key. */
  isNotifying: boolean;
  onNotify: (isNotifying: boolean) => void;
  /** Whether Enter accepts the value of the sheet. */
  isCurrent: boolean;
  changes: ReviewChanges;
}

/** Fields whose right value can be a third one; a lot number or chassis code belongs to the list. */
const OTHER_VALUES: ReadonlySet<string> = new Set(['mileage', 'displacement', 'firstRegistration', 'overallGrade']);

/** Asks which side of a contradiction is right. */
export function DecidePanel({
  lotId,
  contradiction,
  bids,
  isNotifying,
  onNotify,
  isCurrent,
  changes,
}: DecidePanelProps) {
  const { field, sheetValue, listValue, odometerPhoto } = contradiction;
  const [value, setValue] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const isTyping = value !== null;
  useEffect(() => {
    if (isTyping) input.current?.focus();
  }, [isTyping]);
  const { decide } = changes;
  const notifyClients = bids > 0 && isNotifying;
  const use = (decision: 'sheet' | 'list' | 'both') =>
    decide.mutate({ lotId, field, decision, sheetValue, listValue, notifyClients });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (value) decide.mutate({ lotId, field, decision: 'other', value, sheetValue, listValue, notifyClients });
  };
  return (
    <div className={css.decide}>
      <h4>{t('sheets.review.which')}</h4>
      <OdometerPhoto src={odometerPhoto} />
      {bids > 0 && (
        <label className={css.teach}>
          <input type="checkbox" checked={isNotifying} onChange={() => onNotify(!isNotifying)} />
          <span>{t('sheets.review.notify', { count: bids })}</span>
        </label>
      )}
      <div className={css.buttons}>
        <ActionButton kind="act" size="sm" loading={decide.isPending} onClick={() => use('sheet')}>
          {t('sheets.review.useSheet', { value: valueText(field, sheetValue) })}
          {isCurrent && <kbd>Enter</kbd>}
        </ActionButton>
        <ActionButton kind="plain" size="sm" disabled={decide.isPending} onClick={() => use('list')}>
          {t('sheets.review.useList', { value: valueText(field, listValue) })}
        </ActionButton>
        {OTHER_VALUES.has(field) && value === null && (
          <ActionButton kind="plain" size="sm" disabled={decide.isPending} onClick={() => setValue('')}>
            {t('sheets.review.useOther')}
          </ActionButton>
        )}
        <ActionButton kind="quiet" size="sm" disabled={decide.isPending} onClick={() => use('both')}>
          {t('sheets.review.leaveBoth')}
        </ActionButton>
      </div>
      {value !== null && (
        <form className={css.form} onSubmit={submit}>
          <input
            aria-label={t('sheets.review.rightValue')}
            value={value}
            maxLength={20}
            ref={input}
            onChange={(event) => setValue(event.currentTarget.value)}
            onKeyDown={(event) => event.key === 'Escape' && setValue(null)}
          />
          <ActionButton type="submit" size="sm" loading={decide.isPending} disabled={value.trim() === ''}>
            {t('sheets.correct.save')}
          </ActionButton>
        </form>
      )}
      {decide.error && (
        <p role="alert" className={css.problem}>
          {errorText(decide.error)}
        </p>
      )}
    </div>
  );
}
