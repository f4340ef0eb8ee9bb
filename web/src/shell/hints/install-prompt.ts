/** The browser's own question about installing the app, as Chromium hands it to the page. */
interface InstallPrompt extends Event {
  prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

/** The question, kept by `before-paint.js`, because it may come before the app has loaded. */
const keeper = globalThis as { seriInstallPrompt?: InstallPrompt | null };

/** An iPhone or iPad, which may call itself a Mac. */
export const isAppleTouch = (): boolean =>
  /\b(iPhone|iPad)\b/.test(navigator.userAgent) ||
  (/\bMac\b/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);

/** How this browser installs the app: by a question, by its own menu (iPhone and iPad), or not at all. */
export function installWay(): 'prompt' | 'menu' | null {
  if (matchMedia('(display-mode: standalone)').matches) return null;
  if (keeper.seriInstallPrompt) return 'prompt';
  return isAppleTouch() ? 'menu' : null;
}

/** Asks the browser's question; it can be asked once. */
export async function askInstall(): Promise<void> {
  const prompt = keeper.seriInstallPrompt;
  keeper.seriInstallPrompt = null;
  await prompt?.prompt();
}
