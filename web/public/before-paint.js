// Runs before the first paint, so that neither theme, language nor layout flashes. Keys: src/shell/storage.ts.
(() => {
  const root = document.documentElement;
  let theme = null;
  let language = null;
  let view = null;
  try {
    theme = localStorage.getItem('seri.theme');
    language = localStorage.getItem('seri.language');
    view = localStorage.getItem('seri.view');
  } catch {
    // Storage may be forbidden; the system's theme and the page's language are good answers.
  }
  if (theme !== 'light' && theme !== 'dark') {
    theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  }
  root.dataset.mantineColorScheme = theme;
  if (language === 'en' || language === 'ru') root.lang = language;
  // The server draws a listing in rows.
  if (view !== null && view !== 'rows') root.dataset.ownView = view;

  // The server lets no string become markup. Mantine fills its style element through innerHTML: text in which no tag
  // can begin passes, everything else stays refused, and so do scripts and their addresses, except the service worker.
  globalThis.trustedTypes?.createPolicy('default', {
    createHTML: (text) => (text.includes('<') ? null : text),
    createScriptURL: (url) => (url === '/service-worker.js' ? url : null),
  });

  // A hint asks the browser's question about installing the app later (src/shell/hints).
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    globalThis.seriInstallPrompt = event;
  });

  // The browser holds messages of the worker back only until the document is read, and the app may start later: a tapped
  // notice waits for it (src/app/main.tsx).
  navigator.serviceWorker?.addEventListener('message', (event) => {
    globalThis.seriTappedNotice = event;
  });

  // The server has drawn the first screen: nothing competes with its styles and photos, so the app's files are fetched
  // once its large photos are shown, and the app starts behind it, file by file, so that a slow processor can scroll
  // meanwhile. Where the drawn screen is not shown (base.css), they are fetched at once. In a hidden tab nothing is painted.
  const PHOTO_PATIENCE_MS = 700;
  // Without a connection the drawn screen stays, and the app starts once there is one.
  const RETRY_AFTER_MS = 3_000;
  const { start, modules, drawn } = document.currentScript.dataset;
  const namesOf = (list = '') => list.split(' ').filter(Boolean);
  const files = namesOf(start);
  const fetchModules = () => {
    for (const href of [...files, ...namesOf(modules)])
      document.head.append(
        Object.assign(document.createElement('link'), { rel: 'modulepreload', crossOrigin: '', href }),
      );
  };
  const startNext = async () => {
    const [file] = files;
    if (!file) return;
    try {
      await import(file);
    } catch (error) {
      setTimeout(startNext, RETRY_AFTER_MS);
      throw error;
    }
    files.shift();
    setTimeout(startNext);
  };
  const photosShown = () => {
    const photos = [...document.querySelectorAll('[data-first-paint] img[fetchpriority="high"]')];
    // A screen drawn in another language is hidden, and so are its photos.
    const visible = photos.filter((photo) => photo.getClientRects().length > 0);
    const decoded = visible.map((photo) => photo.decode().catch(() => {}));
    return Promise.race([Promise.all(decoded), new Promise((resolve) => setTimeout(resolve, PHOTO_PATIENCE_MS))]);
  };
  const isDrawn = !root.dataset.ownView && (drawn === 'all' || !matchMedia('(min-width: 1024px)').matches);
  if (!isDrawn || document.hidden) fetchModules();
  if (document.hidden) setTimeout(startNext);
  else
    requestAnimationFrame(() =>
      setTimeout(async () => {
        if (isDrawn) {
          await photosShown();
          fetchModules();
        }
        void startNext();
      }),
    );
})();
