/** The browser's own question about installing the app, as Chromium hands it to the page. */
interface InstallPrompt extends Event {
  prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

let kept: InstallPrompt | null = null;

/** Keeps the browser's question until a hint asks it. */
export function keepInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    kept = event as InstallPrompt;
  });
  addEventListener('appinstalled', () => {
    kept = null;
  });
}

/** An iPhone or iPad, which may call itself a Mac. */
export const isAppleTouch = (): boolean =>
  /\b(iPhone|iPad)\b/.test(navigator.userAgent) ||
  (/\bMac\b/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);

/** How this browser installs the app: by a question, by its own menu (iPhone and iPad), or not at all. */
export function installWay(): 'prompt' | 'menu' | null {
  if (matchMedia('(display-mode: standalone)').matches) return null;
  if (kept) return 'prompt';
  return isAppleTouch() ? 'menu' : null;
}

/** Asks the browser's question; it can be asked once. */
export async function askInstall(): Promise<void> {
  const prompt = kept;
  kept = null;
  await prompt?.prompt();
}
