import type { CompanySettingsValues } from '@seri/contract/company/settings.ts';
import type { Logo } from '../platform/brand.ts';
import { clientCode } from '../platform/client-code.ts';
import { japanInstant, shiftDay } from '../platform/i18n/japan-time.ts';
import { dayText, yenText } from '../platform/pdf/figures.ts';
import { type Block, renderPdf } from '../platform/pdf/pdf-document.ts';
import { TYPE_LABELS } from './labels.ts';
import type { Language, StatementFigures } from './queries.ts';

const TEXTS = {
  en: {
    title: 'Statement of account',
    client: 'Client',
    period: 'Period',
    date: 'Date',
    what: 'Description',
    amount: 'Amount',
    balance: 'Balance',
    opening: 'Opening balance',
    closing: 'Closing balance',
    received: 'Received',
    spent: 'Spent',
    none: 'No payments on these days.',
    open: 'The last day of this statement is not over in Japan yet: more payments may follow.',
    currency: 'All amounts are in Japanese yen. Days are days in Japan.',
    bank: 'Bank account for transfers',
    reference: (code: string) => `Please write ${code} as the reference of a transfer.`,
  },
  ru: {
    title: 'Выписка по счёту',
    client: 'Клиент',
    period: 'Период',
    date: 'Дата',
    what: 'Назначение',
    amount: 'Сумма',
    balance: 'Баланс',
    opening: 'Входящий остаток',
    closing: 'Исходящий остаток',
    received: 'Поступило',
    spent: 'Списано',
    none: 'В эти дни операций не было.',
    open: 'Последний день выписки в Японии ещё не закончился: в нём возможны новые операции.',
    currency: 'Все суммы указаны в японских иенах. Дни указаны по времени Японии.',
    bank: 'Счёт для переводов',
    reference: (code: string) => `В назначении перевода, пожалуйста, укажите ${code}.`,
  },
} as const;

interface Statement {
  userId: number;
  name: string;
  company: string | null;
  city: string;
  dateFrom: string;
  dateTo: string;
  /** The last day has not ended. */
  isOpen: boolean;
  figures: StatementFigures;
}

/** Opening balance, every record, closing balance: the same numbers as on the screen, the same file for the same ledger. */
export function drawStatement(
  settings: Pick<CompanySettingsValues, 'companyName' | 'companyAddress' | 'bankDetails'> & { logo: Logo | null },
  language: Language,
  { userId, name, company, city, dateFrom, dateTo, isOpen, figures }: Statement,
): Promise<Buffer> {
  const text = TEXTS[language];
  const code = clientCode(userId);
  const period = `${dayText(dateFrom, language)} – ${dayText(dateTo, language)}`;
  const rows = figures.records.map(({ bookedOn, type, description, amountYen, balanceYen }) => ({
    cells: [
      dayText(bookedOn, language),
      description || TYPE_LABELS[type][language],
      yenText(amountYen),
      yenText(balanceYen),
    ],
  }));
  const sum = (label: string, amountYen: number) => ({ cells: ['', label, '', yenText(amountYen)], bold: true });
  const blocks: Block[] = [
    {
      kind: 'table',
      columns: [
        { heading: text.date, width: 72 },
        { heading: text.what },
        { heading: text.amount, width: 95, right: true },
        { heading: text.balance, width: 95, right: true },
      ],
      rows: [sum(text.opening, figures.openingYen), ...rows, sum(text.closing, figures.closingYen)],
    },
    ...(rows.length === 0 ? [{ kind: 'text', text: text.none } as const] : []),
    {
      kind: 'facts',
      rows: [
        [text.received, yenText(figures.receivedYen)],
        [text.spent, yenText(figures.spentYen)],
      ],
    },
    ...(isOpen ? [{ kind: 'text', text: text.open, small: true } as const] : []),
    { kind: 'text', text: text.currency, small: true },
    ...(settings.bankDetails
      ? ([
          { kind: 'heading', text: text.bank },
          { kind: 'text', text: `${settings.bankDetails}\n${text.reference(code)}` },
        ] as const)
      : []),
  ];
  return renderPdf({
    title: `${text.title}, ${code}, ${period}`,
    language,
    issuedAt: japanInstant(shiftDay(dateTo, 1), '00:00'),
    company: { name: settings.companyName, lines: settings.companyAddress?.split('\n') ?? [], logo: settings.logo },
    heading: text.title,
    facts: [
      [text.client, code],
      [text.period, period],
    ],
    addressee: [name, ...[company, city].filter((line): line is string => Boolean(line))],
    blocks,
    footer: `${settings.companyName} · ${text.title} · ${code} · ${period}`,
  });
}
