// Starts the app once what the server has drawn is on the screen: its scripts take a slow processor for a second, file by
// file, so that it can scroll meanwhile. In a tab that nobody looks at nothing is painted.
(() => {
  const files = document.currentScript.dataset.start.split(' ');
  const startNext = async () => {
    const file = files.shift();
    if (!file) return;
    await import(file);
    setTimeout(startNext);
  };
  if (document.hidden) setTimeout(startNext);
  else requestAnimationFrame(() => setTimeout(startNext));
})();
