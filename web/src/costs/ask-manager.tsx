import { USER_TYPE } from '@seri/contract/auth/permissions.ts';
import { askManager } from '@seri/contract/costs/question-routes.ts';
import { askableOf, type Question } from '@seri/contract/costs/questions.ts';
import type { PageType } from '@seri/contract/lots/page-types.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FactsPanel } from '../lots/vehicle/facts-panel.tsx';
import { call } from '../shell/api/api.ts';
import { errorText } from '../shell/api/error-text.ts';
import { t } from '../shell/i18n/i18n.ts';
import { useSession } from '../shell/session/session.ts';
import { ActionButton } from '../ui/actions/action-button.tsx';
import css from './door.module.css';
import { questionText } from './door-texts.ts';
import { costQueries, type LotCosts } from './queries.ts';

interface AskManagerProps {
  pageType: PageType;
  lotId: string;
  /** Unknown facts that decide the total or the verdict. */
  questions: readonly Question[];
  asked: LotCosts['asked'];
}

/** Asks for the unknown facts of a lot. */
export function AskManager({ pageType, lotId, questions, asked = [] }: AskManagerProps) {
  const { userType } = useSession().detail;
  if (userType === USER_TYPE.manager) return null;
  const isAsked = askableOf(questions).every((fact) => asked.some((one) => one.fact === fact));
  if (askableOf(questions).length === 0) return <p className="quiet small">{t('costs.askManager')}</p>;
  if (isAsked)
    return (
      <p className="small" role="status">
        {t('costs.asked')}
      </p>
    );
  return <AskButton pageType={pageType} lotId={lotId} />;
}

function AskButton({ pageType, lotId }: Pick<AskManagerProps, 'pageType' | 'lotId'>) {
  const client = useQueryClient();
  const { queryKey } = costQueries.lot(pageType, lotId);
  const ask = useMutation({
    mutationFn: () => call(askManager, { body: { id: lotId, pageType } }),
    onSuccess: ({ asked }) =>
      client.setQueryData<LotCosts>(
        queryKey,
        (costs) => costs && { ...costs, asked: asked.map((fact) => ({ fact, clients: 1 })) },
      ),
  });
  return (
    <>
      <ActionButton loading={ask.isPending} onClick={() => ask.mutate()}>
        {t('costs.ask')}
      </ActionButton>
      {ask.error && <p role="alert">{errorText(ask.error)}</p>}
    </>
  );
}

/** For managers: the unanswered questions of clients about a lot, and the form for the answer. */
export function ClientsAsk({ lotId, asked = [] }: Pick<AskManagerProps, 'lotId' | 'asked'>) {
  const [isOpen, setOpen] = useState(false);
  const { userType } = useSession().detail;
  if (userType !== USER_TYPE.manager || asked.length === 0) return null;
  return (
    <div className={css.narrow} role="note">
      {asked.map(({ fact, clients }) => (
        <p key={fact} className="small">
          {t('costs.clientsAsk', { count: clients, question: questionText(fact) })}
        </p>
      ))}
      <ActionButton onClick={() => setOpen(true)}>{t('costs.answer')}</ActionButton>
      {isOpen && <FactsPanel lotId={lotId} onClose={() => setOpen(false)} />}
    </div>
  );
}
