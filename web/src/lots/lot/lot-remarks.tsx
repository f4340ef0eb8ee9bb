import { remarksIn } from '@seri/contract/lots/inspection-words.ts';
import type { ReactNode } from 'react';
import { glossaryOverrides } from '../../shell/glossary-overrides.ts';
import { language, t } from '../../shell/i18n/i18n.ts';
import type { LotSummary } from '../core/lot-summary.ts';
import { LotNote } from './lot-note.tsx';
import css from './lot-screen.module.css';

/** Remarks of the auction house and the manager, with further short texts. */
export function LotRemarks({ lot, children }: { lot: LotSummary; children?: ReactNode }) {
  return (
    <div className={css.remarks}>
      {lot.info && (
        <section aria-label={t('lots.lot.remarks')}>
          <h3>{t('lots.lot.remarks')}</h3>
          <p>{remarksIn(lot.info, language, glossaryOverrides)}</p>
        </section>
      )}
      <LotNote lot={lot} />
      {children}
    </div>
  );
}
