import { IconX } from '@tabler/icons-react';
import { type FocusEvent, useEffect, useEffectEvent, useState } from 'react';
import { t } from '../../shell/i18n/i18n.ts';
import { ActionButton } from '../../ui/actions/action-button.tsx';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import css from '../queue/selection-and-undo.module.css';
import { type Notice, useNotice, useSelectionAndUndo } from '../queue/selection-and-undo.ts';

/** Display time of the notice about a saved change, for one bid and for several. */
const SHOWN_MS = { one: 8_000, several: 20_000 };
/** Maximum number of failures listed; the rest are counted. */
const MAX_LISTED_FAILURES = 5;

/** Notice of the last change: number of bids, Undo, and each bid that was not changed. */
export function StateNotice() {
  const notice = useNotice();
  return (
    <>
      <p className="visually-hidden" role="status">
        {notice?.text}
      </p>
      {notice && <NoticeBox notice={notice} />}
    </>
  );
}

function NoticeBox({ notice }: { notice: Notice }) {
  const store = useSelectionAndUndo();
  const { text, step, failed } = notice;
  const close = () => store.showNotice(null);
  const isHeld = useAutoClose(notice, close);
  return (
    <section className={css.notice} aria-label={t('bids.notice.name')} {...isHeld}>
      <b>{text}</b>
      {step && (
        <ActionButton kind="plain" size="sm" onClick={() => store.requestUndo(step)}>
          {t('bids.notice.undo')} <kbd>U</kbd>
        </ActionButton>
      )}
      <IconButton name={t('ui.close')} onClick={close}>
        <IconX size={16} stroke={1.6} aria-hidden />
      </IconButton>
      {failed.length > 0 && (
        <ul>
          {failed.slice(0, MAX_LISTED_FAILURES).map(({ bidId, lotNo, reason }) => (
            <li key={bidId}>
              {t('bids.row.lot', { lotNo })}: {reason}
            </li>
          ))}
          {failed.length > MAX_LISTED_FAILURES && <li>{t('ui.more', { n: failed.length - MAX_LISTED_FAILURES })}</li>}
        </ul>
      )}
    </section>
  );
}

/** Closes a notice after a while: later for several bids, never if something failed, and not during hover or focus. */
function useAutoClose(notice: Notice, close: () => void) {
  const [isHeld, setIsHeld] = useState(false);
  const autoClose = useEffectEvent(close);
  useEffect(() => {
    if (isHeld || notice.failed.length > 0) return;
    const isAboutSeveral = (notice.step?.length ?? 1) > 1;
    const timer = setTimeout(autoClose, isAboutSeveral ? SHOWN_MS.several : SHOWN_MS.one);
    return () => clearTimeout(timer);
  }, [notice, isHeld]);
  return {
    onPointerEnter: () => setIsHeld(true),
    onPointerLeave: () => setIsHeld(false),
    onFocus: () => setIsHeld(true),
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) =>
      !currentTarget.contains(relatedTarget) && setIsHeld(false),
  };
}
