import { type RefObject, useEffect, useEffectEvent } from 'react';
import { createTabStore } from '../../ui/theme/tab-store.ts';

const openQuestions = createTabStore(0);
/** True while a confirmation is open or opening. */
export const isQuestionOpen = (): boolean => openQuestions.get() > 0;

/** Enter counts only this long after a press that could have been Enter itself. */
const EARLY_ENTER_MS = 250;
const lastPress = createTabStore<{ isStatusKey: boolean; atMs: number }>({ isStatusKey: false, atMs: 0 });

/**
 * Notes how a question is being asked: a status key is followed by Enter on purpose; after a click, Enter or Space on a
 * button a second press may be by mistake.
 */
export const noteQuestion = (isStatusKey: boolean): void => lastPress.set({ isStatusKey, atMs: performance.now() });

/** False for an Enter too soon after the press that opened the question. */
const isEnterMeant = (): boolean => {
  const { isStatusKey, atMs } = lastPress.get();
  return isStatusKey || performance.now() - atMs >= EARLY_ENTER_MS;
};

const isModified = ({ ctrlKey, metaKey, altKey }: KeyboardEvent) => ctrlKey || metaKey || altKey;
const KEYS = ['Enter', 'Escape', 'ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'];

interface QuestionKeys {
  isOpen: boolean;
  onEnter: () => void;
  onEscape: () => void;
  /** The question itself: Enter on one of its buttons presses that button. */
  own?: RefObject<HTMLElement | null>;
}

/**
 * Keys of an open confirmation, wherever the focus is: it may not have taken the focus yet, and keys typed before belong
 * to it, not to the list.
 */
export function useQuestionKeys({ isOpen, onEnter, onEscape, own }: QuestionKeys): void {
  const answer = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event;
    if (target instanceof Element && target.closest('[role="dialog"]')) return;
    if (event.key.length > 1 && !KEYS.includes(event.key)) return;
    const isOnOwnButton = target instanceof Element && own?.current?.contains(target) && target.matches('button');
    const isPress = event.key === 'Enter' || event.key === ' ';
    if (isOnOwnButton && isPress && !event.repeat && isEnterMeant()) return event.stopPropagation();
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Enter' && !event.repeat && isEnterMeant()) onEnter();
    if (event.key === 'Escape') onEscape();
  });
  useEffect(() => {
    if (!isOpen) return;
    const onKeyDown = (event: KeyboardEvent) => !isModified(event) && answer(event);
    addEventListener('keydown', onKeyDown, { capture: true });
    openQuestions.set(openQuestions.get() + 1);
    return () => {
      openQuestions.set(openQuestions.get() - 1);
      removeEventListener('keydown', onKeyDown, { capture: true });
    };
  }, [isOpen]);
}
