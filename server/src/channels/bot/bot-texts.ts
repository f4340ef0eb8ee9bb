/** Answers of the bot in one language. */
export interface BotTexts {
  linked: string;
  linkInvalid: string;
  notLinked: string;
  stopped: string;
  help: string;
  muted: string;
  unmuted: string;
  mute: string;
  unmute: string;
  nothingFound: string;
  found: (shown: number) => string;
  cannotBid: string;
  all: string;
  failed: string;
}

export const BOT_TEXTS: Record<'en' | 'ru', BotTexts> = {
  en: {
    linked:
      'This chat is linked. You will get your notifications here. Send a search, such as "prius 2018", to find lots. /stop ends it.',
    linkInvalid: 'This link has expired or was used. Create a new one in your notification settings on the portal.',
    notLinked:
      'This chat is not linked to an account. Open your notification settings on the portal and choose Telegram.',
    stopped: 'This chat is no longer linked. You can link it again in your notification settings.',
    help: 'Send a search, such as "prius 2018", or a lot number.\n/mute – no notifications for 24 hours, except urgent ones\n/unmute – notifications again\n/stop – unlink this chat',
    muted: 'Muted for 24 hours. Urgent notifications still arrive.',
    unmuted: 'Notifications are on again.',
    mute: 'Mute for 24 hours',
    unmute: 'Unmute',
    nothingFound: 'No open lots found. Try fewer words.',
    found: (shown) => (shown === 1 ? 'Found this lot:' : `The next ${shown} lots to close:`),
    cannotBid: 'To bid, open the lot on the portal.',
    all: 'Open the list',
    failed: 'The search did not work. Try again in a minute.',
  },
  ru: {
    linked:
      'Чат подключён. Уведомления будут приходить сюда. Чтобы найти лоты, напишите, например, «prius 2018». /stop – отключить.',
    linkInvalid: 'Ссылка устарела или уже использована. Создайте новую в настройках уведомлений на портале.',
    notLinked: 'Чат не подключён к аккаунту. Откройте настройки уведомлений на портале и выберите Telegram.',
    stopped: 'Чат отключён. Подключить его снова можно в настройках уведомлений.',
    help: 'Напишите запрос, например «prius 2018», или номер лота.\n/mute – 24 часа без уведомлений, кроме срочных\n/unmute – снова получать уведомления\n/stop – отключить чат',
    muted: 'Уведомления отключены на 24 часа. Срочные будут приходить.',
    unmuted: 'Уведомления снова включены.',
    mute: 'Без уведомлений 24 часа',
    unmute: 'Включить уведомления',
    nothingFound: 'Открытых лотов не найдено. Попробуйте меньше слов.',
    found: (shown) => (shown === 1 ? 'Найден лот:' : `Ближайшие лоты (${shown}):`),
    cannotBid: 'Чтобы сделать ставку, откройте лот на портале.',
    all: 'Открыть список',
    failed: 'Поиск не сработал. Попробуйте через минуту.',
  },
};
