import { removeTerm } from '@seri/contract/feed/word-routes.ts';
import type { ListedTerm } from '@seri/contract/feed/word-service-routes.ts';
import { useState } from 'react';
import { japanFullDate } from '../shell/i18n/format.ts';
import { t } from '../shell/i18n/i18n.ts';
import type { Decide } from '../shell/use-decision.tsx';
import { ActionButton } from '../ui/actions/action-button.tsx';
import { WordDialog } from './word-form.tsx';
import { WordHistory } from './word-history.tsx';
import { bothOf, shownOf } from './word-text.ts';
import css from './words.module.css';

interface WordRowsProps {
  words: readonly ListedTerm[];
  /** Null for managers who may only read. */
  decide: Decide | null;
}

type Open = 'form' | 'history' | null;

export function WordRows({ words, decide }: WordRowsProps) {
  const [chosen, setChosen] = useState<ListedTerm | null>(null);
  const [open, setOpen] = useState<Open>(null);
  const show = (word: ListedTerm, what: Open) => {
    setChosen(word);
    setOpen(what);
  };
  return (
    <>
      <ul className={`panel ${css.rows}`}>
        {words.map((word) => (
          <WordRow key={`${word.kind} ${word.word}`} word={word} decide={decide} onOpen={(what) => show(word, what)} />
        ))}
      </ul>
      {chosen && <WordDialog opened={open === 'form'} kind={chosen.kind} word={chosen} onClose={() => setOpen(null)} />}
      <WordHistory opened={open === 'history'} word={chosen} decide={decide} onClose={() => setOpen(null)} />
    </>
  );
}

interface WordRowProps {
  word: ListedTerm;
  decide: Decide | null;
  onOpen: (what: Open) => void;
}

function WordRow({ word: listed, decide, onOpen }: WordRowProps) {
  const { kind, word, state, standard, lots, changes, changeId, suggestion } = listed;
  const [last] = changes;
  const revert = () =>
    decide?.(
      removeTerm,
      { kind, word, changeId },
      {
        title: t('feed.words.askTakeBack', { word }),
        confirm: t('feed.words.takeBack'),
        changes: [
          {
            label: t('feed.words.shown'),
            from: shownOf(listed),
            to: standard ? bothOf(standard) : t('feed.words.asItIs', { word }),
          },
        ],
        note: t('feed.words.shownAtOnce'),
      },
    );
  return (
    <li>
      <div className={css.lines}>
        <b>{word}</b>
        {state !== 'missing' && <span>{shownOf(listed)}</span>}
        {suggestion && <span>{t('feed.words.onSheets', { text: bothOf(suggestion) })}</span>}
        {last && (
          <span>
            {t(last.to ? 'feed.words.written' : 'feed.words.takenBackBy', {
              by: last.by ?? t('feed.words.byOperator'),
              date: japanFullDate(last.at),
            })}
          </span>
        )}
      </div>
      <span className={css.count}>{t('feed.names.lots', { count: lots })}</span>
      <div className={css.actions}>
        {decide && (
          <ActionButton
            kind="plain"
            size="md"
            aria-label={t(state === 'missing' ? 'feed.words.translateThis' : 'feed.words.correctThis', { word })}
            onClick={() => onOpen('form')}
          >
            {t(state === 'missing' ? 'feed.words.translate' : 'feed.words.correct')}
          </ActionButton>
        )}
        {decide && state === 'own' && (
          <ActionButton kind="plain" size="md" aria-label={t('feed.words.takeBackThis', { word })} onClick={revert}>
            {t('feed.words.takeBack')}
          </ActionButton>
        )}
        {changes.length > 0 && (
          <ActionButton
            kind="quiet"
            size="md"
            aria-label={t('feed.words.historyOf', { word })}
            onClick={() => onOpen('history')}
          >
            {t('feed.words.history')}
          </ActionButton>
        )}
      </div>
    </li>
  );
}
