import { IconX } from '@tabler/icons-react';
import { type FocusEvent, useEffect, useEffectEvent, useState } from 'react';
import { t } from '../../shell/i18n/i18n.ts';
import { ActionButton } from '../../ui/actions/action-button.tsx';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { focusBid } from '../queue/row-focus.ts';
import css from '../queue/selection-and-undo.module.css';
import { type Notice, useNotice, useSelectionAndUndo } from '../queue/selection-and-undo.ts';
import { StatusBlock } from '../status/status-block.tsx';

/** Display time of the notice about a saved change, for one bid and for several. */
const SHOWN_MS = { one: 8_000, several: 20_000 };
/** Maximum number of failures listed; the rest are counted. */
const MAX_LISTED_FAILURES = 5;

/**
 * Notice of the last change, where the screen has another way to undo only if something failed: number of bids, Undo, and each bid that was
 * not changed.
 */
export function StateNotice({ onlyFailed = false }: { onlyFailed?: boolean }) {
  const notice = useNotice();
  return (
    <>
      <p className="visually-hidden" role="status">
        {notice?.text}
      </p>
      {notice && (!onlyFailed || notice.failed.length > 0) && <NoticeBox notice={notice} />}
    </>
  );
}

function NoticeBox({ notice }: { notice: Notice }) {
  const store = useSelectionAndUndo();
  const { text, step, failed, decision } = notice;
  const close = () => store.showNotice(null);
  const { shownMs, ...hold } = useAutoClose(notice, close);
  return (
    <section className={css.notice} aria-label={t('bids.notice.name')} {...hold}>
      {decision ? (
        <>
          <StatusBlock status={decision.status} size="small" />
          <span>
            <b>{t('bids.row.lot', { lotNo: decision.lotNo })}</b> · {decision.vehicle}
            {decision.nextLotNo !== null && `. ${t('bids.notice.next', { lotNo: decision.nextLotNo })}`}
          </span>
        </>
      ) : (
        <>
          {notice.status !== undefined && <StatusBlock status={notice.status} size="small" />}
          <b>{text}</b>
        </>
      )}
      {step && (
        <ActionButton kind="plain" size="sm" onClick={() => store.requestUndo(step)}>
          {step.length > 1 ? `${t('bids.notice.undo')} ${step.length}` : t('bids.notice.undo')} <kbd>U</kbd>
        </ActionButton>
      )}
      <IconButton name={t('ui.close')} onClick={close}>
        <IconX size={16} stroke={1.6} aria-hidden />
      </IconButton>
      {shownMs !== null && (
        <i key={text} className={css.life} style={{ animationDuration: `${shownMs}ms` }} aria-hidden />
      )}
      {failed.length > 0 && (
        <ul>
          {failed.slice(0, MAX_LISTED_FAILURES).map(({ bidId, lotNo, reason }) => (
            <li key={bidId}>
              {t('bids.row.lot', { lotNo })}: {reason}{' '}
              <button type="button" className={css.go} onClick={() => focusBid(bidId)}>
                {t('bids.bulk.go', { lotNo })}
              </button>
            </li>
          ))}
          {failed.length > MAX_LISTED_FAILURES && <li>{t('ui.more', { n: failed.length - MAX_LISTED_FAILURES })}</li>}
        </ul>
      )}
    </section>
  );
}

const shownMsOf = ({ step, failed }: Notice): number | null => {
  if (failed.length > 0) return null;
  return (step?.length ?? 1) > 1 ? SHOWN_MS.several : SHOWN_MS.one;
};

/** Closes a notice after a while: later for several bids, never if something failed, and not during hover or focus. */
function useAutoClose(notice: Notice, close: () => void) {
  const [isHeld, setIsHeld] = useState(false);
  const autoClose = useEffectEvent(close);
  const shownMs = shownMsOf(notice);
  useEffect(() => {
    const ms = shownMsOf(notice);
    if (isHeld || ms === null) return;
    const timer = setTimeout(autoClose, ms);
    return () => clearTimeout(timer);
  }, [notice, isHeld]);
  return {
    shownMs: isHeld ? null : shownMs,
    onPointerEnter: () => setIsHeld(true),
    onPointerLeave: () => setIsHeld(false),
    onFocus: () => setIsHeld(true),
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) =>
      !currentTarget.contains(relatedTarget) && setIsHeld(false),
  };
}
