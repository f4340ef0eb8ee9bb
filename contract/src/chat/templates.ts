/** Built-in templates, used until the company has its own list. */
export const TEMPLATES = [
  {
    en: 'Shall we ask the agent to inspect this car before the auction? Please write what they should check.',
    ru: 'Попросить агента осмотреть автомобиль до торгов? Напишите, на что обратить внимание.',
  },
  {
    en: 'Similar cars have sold for more than your bid lately. Would you like to raise it? Please write the new amount.',
    ru: 'Похожие автомобили в последнее время продавались дороже вашей ставки. Хотите её поднять? Напишите новую сумму.',
  },
  {
    en: 'Please look at the auction sheet once more: it mentions repairs or defects. Do you still want this bid?',
    ru: 'Посмотрите, пожалуйста, аукционный лист ещё раз: в нём указаны ремонт или дефекты. Ставка остаётся в силе?',
  },
  {
    en: 'Your balance does not cover this bid. Please make a deposit before bidding closes.',
    ru: 'Вашего баланса не хватает на эту ставку. Внесите, пожалуйста, депозит до окончания приёма ставок.',
  },
  {
    en: 'We have received your question and will answer today.',
    ru: 'Мы получили ваш вопрос и ответим сегодня.',
  },
] as const;
