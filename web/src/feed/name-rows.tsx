import { acceptNames, mergeName, undoMerge } from '@seri/contract/feed/name-routes.ts';
import type { FeedName } from '@seri/contract/feed/name-service-routes.ts';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { paths } from '../app/paths.ts';
import { groupThousands, japanFullDate } from '../shell/i18n/format.ts';
import { t } from '../shell/i18n/i18n.ts';
import type { Decide } from '../shell/use-decision.tsx';
import { ActionButton } from '../ui/actions/action-button.tsx';
import { ChooseName } from './choose-name.tsx';
import { fullName, lotCount } from './name-texts.ts';
import css from './names.module.css';

interface NameRowsProps {
  names: readonly FeedName[];
  /** Null for managers who may only read. */
  decide: Decide | null;
}

export function NameRows({ names, decide }: NameRowsProps) {
  const [chosen, setChosen] = useState<FeedName | null>(null);
  const [isChoosing, setChoosing] = useState(false);
  const merge = (targetId: number, targetName: string) => {
    if (!chosen) return;
    const { nameId, kind, state } = chosen;
    const waits = kind === 'house' && state === 'new';
    setChoosing(false);
    decide?.(
      mergeName,
      { nameId, targetId },
      {
        title: t('feed.names.askMerge', { name: fullName(chosen), target: targetName }),
        confirm: t('feed.names.merge'),
        changes: [
          { label: t(waits ? 'feed.names.waiting' : 'feed.names.lotsChange'), from: chosen.name, to: targetName },
        ],
        note: t(waits ? 'feed.names.mergeHouseNote' : 'feed.names.mergeNote', { lots: lotCount(chosen) }),
      },
    );
  };
  return (
    <>
      <ul className={`panel ${css.rows}`}>
        {names.map((name) => (
          <NameRow
            key={name.nameId}
            name={name}
            decide={decide}
            onMerge={() => {
              setChosen(name);
              setChoosing(true);
            }}
          />
        ))}
      </ul>
      <ChooseName opened={isChoosing} name={chosen} onChoose={merge} onClose={() => setChoosing(false)} />
    </>
  );
}

function NameRow({ name, decide, onMerge }: { name: FeedName; decide: Decide | null; onMerge: () => void }) {
  const { nameId, kind, state, standsFor, suggestion, decided, changing } = name;
  const full = fullName(name);
  const accept = () =>
    decide?.(
      acceptNames,
      { nameIds: [nameId] },
      {
        title: t('feed.names.askAccept', { name: full }),
        confirm: t('feed.names.accept'),
        note: t('feed.names.acceptNote'),
      },
    );
  const revert = () =>
    decide?.(
      undoMerge,
      { nameId },
      {
        title: t('feed.names.askTakeBack', { name: full, target: standsFor ?? '' }),
        confirm: t('feed.names.takeBack'),
        note: t(kind === 'house' ? 'feed.names.takeBackHouseNote' : 'feed.names.takeBackNote', {
          lots: lotCount(name),
        }),
      },
    );
  return (
    <li>
      <div className={css.lines}>
        <b>
          {full}
          {standsFor !== null && ` → ${standsFor}`}
        </b>
        <span>{seen(name)}</span>
        {decided && (
          <span>
            {t('feed.names.decided', { by: decided.by ?? t('feed.names.byFeed'), date: japanFullDate(decided.at) })}
          </span>
        )}
        {suggestion && <span>{t('feed.names.suggestion', { name: suggestion.name })}</span>}
        {changing !== null && <span>{t('feed.names.changing', { n: groupThousands(changing) })}</span>}
      </div>
      <LotsOf name={name} />
      {decide && (
        <div className={css.actions}>
          {state === 'merged' && (
            <ActionButton
              kind="plain"
              size="md"
              aria-label={t('feed.names.takeBackThis', { name: full })}
              onClick={revert}
            >
              {t('feed.names.takeBack')}
            </ActionButton>
          )}
          {state !== 'merged' && !(kind === 'house' && state === 'own') && (
            <ActionButton
              kind="plain"
              size="md"
              aria-label={t('feed.names.mergeThis', { name: full })}
              onClick={onMerge}
            >
              {t('feed.names.choose')}
            </ActionButton>
          )}
          {state === 'new' && kind !== 'house' && (
            <ActionButton
              kind="plain"
              size="md"
              aria-label={t('feed.names.acceptThis', { name: full })}
              onClick={accept}
            >
              {t('feed.names.accept')}
            </ActionButton>
          )}
        </div>
      )}
    </li>
  );
}

function seen({ source, firstSeenAt, lastSeenAt }: FeedName): string {
  const [first, last] = [japanFullDate(firstSeenAt), japanFullDate(lastSeenAt)];
  return first === last ? t('feed.names.seenOn', { source, first }) : t('feed.names.seen', { source, first, last });
}

/** Number of lots, link to one of them, and whether they are quarantined. */
function LotsOf({ name }: { name: FeedName }) {
  const { example, kind, state, lots } = name;
  return (
    <div className={css.lots}>
      <span className={css.count}>{lotCount(name)}</span>
      {kind === 'house' && state === 'new' && lots > 0 && <span>{t('feed.names.wait')}</span>}
      {example && (
        <Link {...paths.lotOn(example.pageType, example.id)}>
          {t('feed.names.example', { house: example.house, lotNo: example.lotNo })}
        </Link>
      )}
    </div>
  );
}
