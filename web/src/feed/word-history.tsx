import { writeTerm } from '@seri/contract/feed/word-routes.ts';
import type { ListedTerm } from '@seri/contract/feed/word-service-routes.ts';
import { t } from '../shell/i18n/i18n.ts';
import type { Decide } from '../shell/use-decision.tsx';
import { ActionButton } from '../ui/actions/action-button.tsx';
import { JapanTime } from '../ui/data/japan-time.tsx';
import { Dialog } from '../ui/overlays/dialog.tsx';
import { bothOf, shownOf } from './word-text.ts';
import css from './words.module.css';

interface WordHistoryProps {
  opened: boolean;
  word: ListedTerm | null;
  /** Null for managers who may only read. */
  decide: Decide | null;
  onClose: () => void;
}

/** Earlier translations of a word with author and time; one can be restored. */
export const WordHistory = ({ opened, word, decide, onClose }: WordHistoryProps) => (
  <Dialog
    opened={opened && word !== null}
    title={t('feed.words.historyOf', { word: word?.word ?? '' })}
    onClose={onClose}
  >
    {word && (
      <ol className={css.history}>
        {word.changes.map((change) => (
          <li key={change.changeId}>
            <div className={css.lines}>
              <b>{change.to ? bothOf(change.to) : t('feed.words.takenBack')}</b>
              <span>
                {change.by ?? t('feed.words.byOperator')} · <JapanTime at={change.at} zone />
              </span>
            </div>
            {decide && change.to && bothOf(change.to) !== shownOf(word) && (
              <ActionButton
                kind="plain"
                size="md"
                aria-label={t('feed.words.putBackThis', change.to)}
                onClick={() => {
                  if (!change.to) return;
                  onClose();
                  decide(
                    writeTerm,
                    { kind: word.kind, word: word.word, ...change.to, changeId: word.changeId },
                    {
                      title: t('feed.words.askPutBack', { word: word.word }),
                      confirm: t('feed.words.putBack'),
                      changes: [{ label: t('feed.words.shown'), from: shownOf(word), to: bothOf(change.to) }],
                      note: t('feed.words.shownAtOnce'),
                    },
                  );
                }}
              >
                {t('feed.words.putBack')}
              </ActionButton>
            )}
          </li>
        ))}
      </ol>
    )}
  </Dialog>
);
