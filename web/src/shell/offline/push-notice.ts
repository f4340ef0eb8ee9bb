import { isScreen } from '../api/own-calls.ts';
import type { OpenPage, Pages } from './worker-scope.ts';

interface Notice {
  title: string;
  body: string;
  /** Path in the portal. */
  url: string;
  /** A repeat of the same message replaces the first one. */
  tag: string;
  isUrgent: boolean;
}

/** Shows a received push. Browsers require a visible notice for each one, so an unreadable one is shown as well. */
export async function showPush(
  registration: Pick<ServiceWorkerRegistration, 'showNotification' | 'scope'>,
  text: string,
  icon: string,
): Promise<void> {
  const { title, body, url, tag, isUrgent } = read(text, new URL(registration.scope).host);
  await registration.showNotification(title, {
    ...{ body, tag, icon, badge: icon, data: url, requireInteraction: isUrgent },
  });
}

/** Uses the portal's host as the title if the payload cannot be read. */
function read(text: string, host: string): Notice {
  const unreadable = { title: host, body: '', url: '/notifications', tag: 'other', isUrgent: false };
  try {
    const { title, body, url, tag, isUrgent } = JSON.parse(text) as Partial<Notice>;
    return {
      title: typeof title === 'string' && title ? title : unreadable.title,
      body: typeof body === 'string' ? body : '',
      url: isOwnPath(url) ? url : unreadable.url,
      tag: typeof tag === 'string' ? tag : unreadable.tag,
      isUrgent: isUrgent === true,
    };
  } catch {
    return unreadable;
  }
}

/** A path of the portal: no other site, whatever the payload says. */
const isOwnPath = (url: unknown): url is string => typeof url === 'string' && /^\/(?![/\\])[^\s\\]*$/.test(url);

/** A page that has not answered by then is still loading, or its program never arrived. */
const ANSWER_WITHIN_MS = 5_000;

/** Opens the page of a notice in a window of the portal, or in a new one. */
export async function openNotice(clients: Pages, path: unknown): Promise<void> {
  const url = isOwnPath(path) ? path : '/notifications';
  const windows = await clients.matchAll({ type: 'window' });
  // A document that is open in a window of its own does not listen.
  const open = windows.find((window) => isScreen(new URL(window.url)));
  if (!open) return void (await clients.openWindow(url));
  // A browser may refuse the focus; the page opens the notice all the same.
  await open.focus().catch(() => undefined);
  // Opened by the page itself, so that nothing typed in it is lost.
  if (!(await isAnswered(open, { path: url }))) await open.navigate(url);
}

/** Whether the page has received the message. */
function isAnswered(page: OpenPage, message: object): Promise<boolean> {
  const { port1: answers, port2: theirs } = new MessageChannel();
  return new Promise((resolve) => {
    const end = (answered: boolean) => {
      clearTimeout(timer);
      answers.close();
      resolve(answered);
    };
    const timer = setTimeout(() => end(false), ANSWER_WITHIN_MS);
    answers.onmessage = () => end(true);
    page.postMessage(message, [theirs]);
  });
}
