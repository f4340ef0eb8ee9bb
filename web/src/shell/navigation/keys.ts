import { readStored, writeStored } from '../i18n/storage.ts';

const FIELD =
  'input:not([type="checkbox"]), textarea, select, [contenteditable="true"], [role="listbox"], [role="menu"]';

const DIALOG = '[role="dialog"]';
const OPEN_DIALOG = `${DIALOG}:not([data-closing])`;
/** True while a window is open or still closing. */
export const isDialogOpen = (): boolean => document.querySelector(DIALOG) !== null;

/** Keys without a modifier can be switched off: speech input would trigger them (WCAG 2.1.4). */
export const areKeysOn = (): boolean => readStored('keys') !== 'off';
export const setKeysOn = (on: boolean): void => writeStored('keys', on ? 'on' : 'off');

/** Keys that answer a window; a second press while it closes is no press for the page. */
const ANSWERS = ['Enter', 'Escape', ' '];

/** True if a key is meant for the page, not for a field, a window, or the browser. */
export function isForPage(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return false;
  const { target } = event;
  if (!areKeysOn() || !(target instanceof Element) || target.closest(FIELD)) return false;
  // Other keys typed while an answered window closes are for the page already, so that none is lost.
  const dialog = ANSWERS.includes(event.key) ? DIALOG : OPEN_DIALOG;
  return target === document.body ? document.querySelector(dialog) === null : target.closest(dialog) === null;
}

/** Lower-case key name; on a keyboard without Latin letters the key's position. */
export function keyOf({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string {
  const isOther = key.length === 1 && key > '\u007f';
  return isOther && code.startsWith('Key') ? code.slice('Key'.length).toLowerCase() : key.toLowerCase();
}
