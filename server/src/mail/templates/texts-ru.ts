import { MILEAGE_MARK_WORDS } from '@seri/contract/lots/mileage.ts';
import { moneyRussian } from './money-texts.ts';
import { shippingRussian } from './shipping-texts.ts';
import { type BidWords, type MailTexts, noticeWords } from './texts.ts';

const STATUSES = {
  1: 'На рассмотрении',
  2: 'На торгах',
  3: 'Отклонена',
  4: 'Отменена',
  5: 'Завершена',
  6: 'Выиграна',
  7: 'Оформлена',
};

/** A status next to the name of a car would read as the status of the car. */
const SUBJECTS: Record<number, string> = {
  1: 'Ставка на рассмотрении',
  2: 'Ставка принята',
  3: 'Ставка отклонена',
  4: 'Ставка отменена',
  5: 'Ставка завершена',
};

const FINISHED: Record<string, string> = {
  sold_to_other: 'Автомобиль продан другому покупателю.',
  other_client: 'Автомобиль достался другому покупателю.',
  unsold: 'Автомобиль не продан.',
  reversed: 'Аукцион отменил продажу: этот автомобиль вами не куплен.',
  manager: 'Менеджер закрыл эту ставку.',
};

const FREED = 'Её сумма больше не занимает ваш лимит.';

const statusSentence = (status: number, { finishReason }: BidWords): string => {
  if (status === 1) return 'Ваша ставка снова на рассмотрении. Менеджер примет решение до начала торгов.';
  if (status === 2) return 'Ваша ставка принята и отправляется на торги.';
  if (status === 3) return `Менеджер отклонил эту ставку. ${FREED}`;
  if (status === 4) return `Менеджер отменил эту ставку. ${FREED}`;
  return `${FINISHED[finishReason ?? ''] ?? 'Торги по этому автомобилю закончены.'} Сумма ставки больше не занимает ваш лимит.`;
};

const carFacts = ({ car, lotNo, house, auction }: BidWords) =>
  [
    ['Автомобиль', car],
    ['Лот', `${lotNo}, ${house}`],
    ['Торги', auction],
  ] as const;

const plural = new Intl.PluralRules('ru');
const LOTS: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'новый лот', few: 'новых лота' };
const lotsOf = (count: number): string => `${count} ${LOTS[plural.select(count)] ?? 'новых лотов'}`;

const NOT_ME = 'Это не я – сменить пароль';
const notYou =
  'Если это были вы, делать ничего не нужно. Если нет, сразу смените пароль: сеансы на всех устройствах завершатся.';

export const russian: MailTexts = {
  ...moneyRussian,
  ...shippingRussian,
  lang: 'ru',
  locale: 'ru-RU',
  japanTime: 'время Японии, UTC+9',
  greeting: (name) => `Здравствуйте, ${name}.`,
  device: (browser, system) => {
    if (browser && system) return `${browser} (${system})`;
    return browser ?? (system ? `браузер на ${system}` : 'неизвестный браузер');
  },
  orAddress: 'Или откройте ссылку:',
  whyAccount: (company) => `Это письмо касается вашего аккаунта в ${company}. Письма о безопасности отключить нельзя.`,
  whyAddress: (company) => `Это письмо пришло, потому что этот адрес указали в ${company}.`,
  whyBids: (company) =>
    `Это письмо пришло, потому что вы делаете ставки в ${company}. Такие письма можно отключить в профиле:`,
  whyNotices: (company) =>
    `Вы получили это письмо от ${company}, потому что выбрали его в настройках уведомлений. Изменить их можно здесь:`,
  whySearches: (company) =>
    `Это письмо пришло, потому что вы просили ${company} сообщать о новых лотах. Отключить письма для любого поиска можно в разделе «Мои поиски»:`,
  bidStatuses: STATUSES,

  verifyAddress: (company, until) => ({
    subject: `Подтвердите адрес электронной почты для ${company}`,
    preheader: 'Остался один шаг до входа.',
    heading: 'Подтвердите адрес почты',
    body: [`Спасибо за регистрацию в ${company}. Подтвердите адрес, чтобы войти.`],
    action: 'Подтвердить адрес',
    after: [
      `Ссылка действует один раз, до ${until}.`,
      'Вы не регистрировались? Ничего не делайте: без этого шага аккаунтом никто не сможет пользоваться.',
    ],
  }),
  addressKnown: (company, { forgotPassword }) => ({
    subject: `У вас уже есть аккаунт в ${company}`,
    preheader: 'Войдите в него или задайте новый пароль.',
    heading: 'У вас уже есть аккаунт',
    body: [
      `На этот адрес попытались зарегистрировать аккаунт в ${company}, но он уже существует. Если это были вы, войдите с паролем от этого аккаунта.`,
    ],
    action: 'Войти',
    after: [
      { text: 'Забыли пароль? Задайте новый:', url: forgotPassword },
      'Это были не вы? Ничего не делайте: ваш аккаунт не изменился, и никто не узнал, что он существует.',
    ],
  }),
  resetPassword: (company, until) => ({
    subject: `Новый пароль для ${company}`,
    preheader: 'Ссылка, которую вы запросили.',
    heading: 'Задайте новый пароль',
    body: ['Мы получили запрос на смену пароля для этого аккаунта.'],
    action: 'Задать новый пароль',
    after: [
      `Ссылка действует один раз, до ${until}. После смены пароля сеансы на всех устройствах завершатся.`,
      'Вы ничего не запрашивали? Ничего не делайте: пароль останется прежним.',
    ],
  }),
  passwordChanged: (company, at) => ({
    subject: `Ваш пароль в ${company} изменён`,
    preheader: `Изменён ${at}.`,
    heading: 'Ваш пароль изменён',
    body: [`Пароль вашего аккаунта изменён ${at}.`, notYou],
    action: NOT_ME,
    after: ['Не можете войти? Свяжитесь с менеджером.'],
  }),
  secondFactor: {
    added: (company, at) => ({
      subject: `В аккаунте ${company} включён второй фактор`,
      preheader: `Включён ${at}.`,
      heading: 'Второй фактор включён',
      body: [`Второй фактор включён ${at}. Теперь при входе он запрашивается после пароля.`, notYou],
      action: NOT_ME,
      after: ['Храните коды восстановления там, где их можно найти без телефона.'],
    }),
    removed: (company, at) => ({
      subject: `В аккаунте ${company} отключён второй фактор`,
      preheader: `Отключён ${at}.`,
      heading: 'Второй фактор отключён',
      body: [`Второй фактор отключён ${at}. Теперь для входа достаточно пароля.`, notYou],
      action: NOT_ME,
      after: ['Снова включить второй фактор можно в профиле.'],
    }),
    recovery_code_used: (company, at) => ({
      subject: `Вход в ${company} по коду восстановления`,
      preheader: `Код использован ${at}.`,
      heading: 'Использован код восстановления',
      body: [`В ваш аккаунт вошли по коду восстановления ${at}. Этот код больше не действует.`, notYou],
      action: NOT_ME,
      after: ['Коды заканчиваются? Создайте новые в профиле.'],
    }),
    passkey_added: (company, at) => ({
      subject: `В аккаунт ${company} добавлен ключ доступа`,
      preheader: `Добавлен ${at}.`,
      heading: 'Добавлен ключ доступа',
      body: [`Ключ доступа добавлен ${at}. Устройство, на котором он хранится, может входить без пароля.`, notYou],
      action: NOT_ME,
      after: ['Все ключи доступа перечислены в профиле, там же любой из них можно удалить.'],
    }),
    passkey_removed: (company, at) => ({
      subject: `Из аккаунта ${company} удалён ключ доступа`,
      preheader: `Удалён ${at}.`,
      heading: 'Удалён ключ доступа',
      body: [`Ключ доступа удалён ${at}. Войти с ним больше нельзя.`, notYou],
      action: NOT_ME,
      after: ['Новый ключ доступа можно добавить в профиле.'],
    }),
  },
  newDevice: (company, { device, address, at }, { profile }) => ({
    subject: `Новый вход в ${company}: ${device}`,
    preheader: `${at}, адрес ${address}.`,
    heading: 'Вход с нового устройства',
    body: ['В ваш аккаунт вошли с нового для нас устройства.', notYou],
    facts: [
      ['Устройство', device],
      ['Адрес', address],
      ['Когда', at],
    ],
    action: NOT_ME,
    after: [{ text: 'Все активные сеансы видны в профиле:', url: profile }],
  }),
  bidStatus: (bid, status) => ({
    subject: `${SUBJECTS[status] ?? 'Новый статус ставки'}: ${bid.car}`,
    preheader: statusSentence(status, bid),
    heading: 'У вашей ставки новый статус',
    body: [statusSentence(status, bid)],
    facts: [
      ...carFacts(bid),
      ['Ваша ставка', bid.amount],
      ['Статус', STATUSES[status as 1] ?? String(status)],
      ['Изменён', bid.at],
    ],
    action: 'Открыть лот',
    after: [],
  }),
  bidWon: (bid) => ({
    subject: `Вы выиграли автомобиль: ${bid.car}`,
    preheader: bid.soldPrice ? `Продан вам за ${bid.soldPrice}.` : 'Вы выиграли этот автомобиль.',
    heading: 'Вы выиграли автомобиль',
    body: [
      'Поздравляем – ваша ставка выиграла этот автомобиль. Когда покупка будет оформлена, он появится со всеми расходами в разделе «Купленные авто», а сумма – в разделе «Платежи».',
    ],
    facts: [
      ...carFacts(bid),
      ['Ваша ставка', bid.amount],
      ...(bid.soldPrice ? [['Цена продажи', bid.soldPrice] as const] : []),
    ],
    action: 'Открыть лот',
    after: [],
  }),
  bidSoldPrice: (bid, soldPrice) => ({
    subject: `Продан за ${soldPrice}: ${bid.car}`,
    preheader: `Ваша ставка: ${bid.amount}.`,
    heading: 'Цена продажи автомобиля',
    body: [
      'Менеджер указал цену продажи автомобиля, на который вы делали ставку. Если вы выиграли, об этом придёт отдельное письмо.',
    ],
    facts: [...carFacts(bid), ['Ваша ставка', bid.amount], ['Цена продажи', soldPrice]],
    action: 'Открыть лот',
    after: [],
  }),
  lotWithdrawn: (bid) => ({
    subject: `Снят с торгов: ${bid.car}`,
    preheader: 'Ставка отменена, платить не нужно.',
    heading: 'Автомобиль снят с торгов',
    body: [`Аукцион снял этот автомобиль с торгов: ставка отменена, платить не нужно. ${FREED}`],
    facts: [...carFacts(bid), ['Ваша ставка', bid.amount]],
    action: 'Открыть лот',
    after: [],
  }),
  bidNotForwarded: (bid) => ({
    subject: `Не передано на аукцион: ${bid.car}`,
    preheader: 'Срок передачи ставки аукциону истёк.',
    heading: 'Ваша ставка не передана',
    body: [
      'Срок передачи ставок на этот автомобиль истёк, и ваша ставка не передана. Сумма, переданная раньше, остаётся в силе.',
      'Менеджер ещё может позвонить на аукцион: напишите ему, если автомобиль для вас важен.',
    ],
    facts: [...carFacts(bid), ['Ваша ставка', bid.amount]],
    action: 'Открыть лот',
    after: [],
  }),
  negotiationOffer: (bid, offer) => ({
    subject: `Продавец просит ${offer}: ${bid.car}`,
    preheader: 'Ответьте на странице лота, пока этого не сделал кто-то другой.',
    heading: 'Продавец сделал предложение',
    body: [
      `На торгах этот автомобиль не продан. Ваша ставка ближе всех, и продавец согласен отдать его за ${offer}.`,
      'Примите или отклоните предложение на странице лота. Согласие обязывает к покупке. Пока аукцион не сообщит результат, ваша ставка остаётся в силе.',
    ],
    facts: [...carFacts(bid), ['Ваша ставка', bid.amount], ['Продавец просит', offer]],
    action: 'Ответить на предложение',
    after: [],
  }),
  chatMessage: (bid) => ({
    subject: `Новое сообщение: ${bid.car}`,
    preheader: 'Прочитать и ответить можно на странице лота.',
    heading: 'Новое сообщение',
    body: [
      'По вашей ставке на этот автомобиль пришло новое сообщение. Прочитать его и ответить можно на странице лота.',
    ],
    facts: [...carFacts(bid), ['Ваша ставка', bid.amount]],
    action: 'Прочитать сообщение',
    after: [],
  }),
  newLots: ({ lots, searches }) => ({
    subject: searches.length === 1 ? `${lotsOf(lots)}: ${searches[0]}` : `${lotsOf(lots)}, поисков: ${searches.length}`,
    preheader: searches.join(', '),
    heading: lotsOf(lots),
    body: ['Новые лоты по вашим сохранённым поискам с прошлого письма. О каждом автомобиле мы пишем один раз.'],
    action: 'Открыть поиск',
    after: [],
  }),
  notices: (items) => noticeWords(items, { several: (count) => `Уведомлений: ${count}`, action: 'Открыть' }),
  foundLot: ({ mileage, mileageMark, condition, startPrice, soldPrice, lotNo, house, auction, ...more }) =>
    [
      mileage && `${mileage} км`,
      mileageMark && MILEAGE_MARK_WORDS.ru[mileageMark],
      condition && `оценка ${condition}`,
      startPrice && `старт ${startPrice}`,
      soldPrice && `продан за ${soldPrice}`,
      more.startsBelowRange && 'старт ниже обычных цен',
      more.door && doorText(more.door),
      more.isForbidden && 'ввоз по вашему направлению запрещён',
      `лот ${lotNo}, ${house}`,
      auction,
    ]
      .filter(Boolean)
      .join(' · '),
  moreLots: (count) => `И ещё ${count}:`,
};

function doorText({ least, most }: { least: string; most: string | null }): string {
  if (most === null) return `под ключ от ${least}`;
  return most === '' ? `под ключ ${least}` : `под ключ ${least} – ${most}`;
}
