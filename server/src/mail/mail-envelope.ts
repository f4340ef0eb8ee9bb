import { createHmac } from 'node:crypto';
import { isIP } from 'node:net';
import type { SendMailOptions } from 'nodemailer';
import { oneLine } from './templates/clean-text.ts';

export interface Sender {
  /** MAIL_FROM, or undefined to be derived from company and address. */
  mailFrom: string | undefined;
  /** Origin of the portal. */
  publicUrl: string;
  secretKey: string;
}

/** What goes to the mail server; the id of the message follows from the id of the mail, so that a repeat can be told from a second mail. */
export function envelopeOf(
  { mailFrom, publicUrl, secretKey }: Sender,
  mail: { id: number; to: string; company: string },
  message: Pick<SendMailOptions, 'subject' | 'text' | 'html' | 'attachments'>,
): SendMailOptions {
  const { hostname } = new URL(publicUrl);
  // No mailbox has the name of a bare address.
  const host = isIP(hostname.replaceAll(/[[\]]/g, '')) ? 'localhost' : hostname;
  const mark = createHmac('sha256', secretKey).update(`mail ${mail.id}`).digest('hex').slice(0, 24);
  return {
    ...message,
    from: mailFrom ?? { name: oneLine(mail.company, 60), address: `no-reply@${host}` },
    to: { name: '', address: mail.to },
    messageId: `<${mail.id}.${mark}@${host}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
  };
}
