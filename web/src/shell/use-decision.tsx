import type { BodyInput, RouteSpec } from '@seri/contract/http.ts';
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { DataList, DataRow } from '../ui/data/data-row.tsx';
import { ConfirmDialog } from '../ui/overlays/confirm-dialog.tsx';
import { call } from './api/api.ts';
import { errorText } from './api/error-text.ts';
import { newKey } from './api/idempotent-mutation.ts';
import { t } from './i18n/i18n.ts';

interface DecisionTexts {
  title: string;
  /** Label of the button; Save by default. */
  confirm?: string;
  /** Changed values, from and to. */
  changes?: readonly { label: string; from: string; to: string }[];
  note?: string;
  onDone?: () => void;
}
interface Question extends DecisionTexts {
  send: () => Promise<unknown>;
}

/** Asks for confirmation, then sends. */
export type Decide = <S extends RouteSpec>(spec: S, body: BodyInput<S>, texts: DecisionTexts) => void;

/**
 * Confirms a manager's decision before it is sent, since it applies at once and is logged. A retry after a lost answer
 * has no second effect.
 */
export function useDecision(changed: readonly QueryKey[]): { decide: Decide; dialog: ReactNode } {
  const [question, setQuestion] = useState<Question | null>(null);
  const [isOpen, setOpen] = useState(false);
  const client = useQueryClient();
  const sending = useMutation({
    mutationFn: (decision: Question) => decision.send(),
    onSuccess: async (_, decision) => {
      await Promise.all(changed.map((queryKey) => client.invalidateQueries({ queryKey })));
      decision.onDone?.();
      setOpen(false);
    },
  });
  const decide: Decide = (spec, body, texts) => {
    const idempotencyKey = newKey();
    sending.reset();
    setQuestion({ ...texts, send: () => call(spec, { body, idempotencyKey }) });
    setOpen(true);
  };
  const close = () => !sending.isPending && setOpen(false);
  const dialog = (
    <ConfirmDialog
      opened={isOpen}
      title={question?.title ?? ''}
      confirmLabel={question?.confirm ?? t('users.save')}
      cancelLabel={t('users.cancel')}
      onConfirm={() => question && sending.mutate(question)}
      onCancel={close}
      pending={sending.isPending}
      focusConfirm
      error={sending.error ? errorText(sending.error) : null}
    >
      {question?.changes && question.changes.length > 0 && (
        <DataList>
          {question.changes.map(({ label, from, to }) => (
            <DataRow key={label} label={label}>
              {from} → <b>{to}</b>
            </DataRow>
          ))}
        </DataList>
      )}
      {question?.note && <p className="quiet">{question.note}</p>}
    </ConfirmDialog>
  );
  return { decide, dialog };
}
