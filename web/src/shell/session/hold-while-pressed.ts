/** The longest press that holds changes back, for a drag, and for a release outside the window. */
const LONGEST_MS = 2_000;
/** The click of a finger comes this long after its release at the latest. */
const CLICK_MS = 50;

/**
 * Returns a scheduler of screen changes that runs none while a pointer is pressed. When rows move between press and
 * release, the browser drops the click, or a finger reaches the row that has moved there.
 */
export function holdWhilePressed(target: EventTarget): (change: () => void) => void {
  let isPressed = false;
  let held: (() => void)[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const release = () => {
    isPressed = false;
    const changes = held;
    held = [];
    for (const change of changes) change();
  };
  const releaseIn = (delayMs: number) => {
    clearTimeout(timer);
    timer = setTimeout(release, delayMs);
  };
  const listen = (event: string, listener: () => void) => target.addEventListener(event, listener, { capture: true });
  listen('pointerdown', () => {
    isPressed = true;
    releaseIn(LONGEST_MS);
  });
  listen('pointerup', () => releaseIn(CLICK_MS));
  listen('pointercancel', () => releaseIn(0));
  listen('click', () => {
    // The change that the click makes shows before a second click; those held wait until the click is handled.
    isPressed = false;
    releaseIn(0);
  });
  return (change) => {
    if (isPressed) held.push(change);
    else queueMicrotask(change);
  };
}
