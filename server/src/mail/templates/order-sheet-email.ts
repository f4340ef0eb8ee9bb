import type { SendMailOptions } from 'nodemailer';
import { japanIso } from '../../platform/i18n/japan-time.ts';
import type { SheetFacts } from '../order-sheet-queries.ts';
import { oneLine } from './clean-text.ts';

/**
 * The mail to the agent: in English, because the agent has no account with a language, and plain, because the sheet is
 * attached.
 */
export function composeOrderSheet(
  sheet: SheetFacts,
  company: string,
): Pick<SendMailOptions, 'subject' | 'text' | 'attachments'> {
  const house = oneLine(sheet.house, 60);
  const replaces = sheet.replacesAt ? `replaces the sheet of ${timeOf(sheet.replacesAt, sheet.writtenAt)}` : null;
  const subject = [`Order sheet ${house} ${sheet.day} no. ${sheet.version}`, replaces].filter(Boolean).join(', ');
  return {
    subject: oneLine(subject, 150),
    text: textOf({ ...sheet, house }, oneLine(company, 60), replaces),
    attachments: [
      { filename: fileName(sheet), content: sheet.csv, contentType: 'text/csv; charset=utf-8', encoding: 'utf-8' },
    ],
  };
}

function textOf({ house, day, version, orders, writtenAt }: SheetFacts, company: string, replaces: string | null) {
  const parts = [
    `Orders of ${company} for ${house} on ${day}: ${orders}`,
    `Sheet no. ${version}, written ${timeOf(writtenAt, null)} (Japan time). All current orders are in the attached file.`,
    replaces && `It ${replaces}: orders that are no longer in it are withdrawn, please do not bid on them.`,
    'Please bid no more than max plus overbid on a lot.',
    `Please confirm to ${company} that you have received this sheet: until then it does not count as received.`,
  ];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

/** Hour and minute, with the day if it differs from that of the sheet. */
function timeOf(at: Date, beside: Date | null): string {
  const [day = '', time = ''] = japanIso(at).split('T');
  const isSameDay = beside !== null && japanIso(beside).startsWith(day);
  return isSameDay ? time.slice(0, 5) : `${day} ${time.slice(0, 5)}`;
}

const fileName = ({ house, day, version }: SheetFacts): string => {
  const name = house.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  return `orders-${day}-${name}-${version}.csv`;
};
