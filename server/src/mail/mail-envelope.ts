import { createHmac } from 'node:crypto';
import { isIP } from 'node:net';
import type { SendMailOptions } from 'nodemailer';
import { oneLine } from './templates/clean-text.ts';

export interface Sender {
  /** MAIL_FROM; if undefined, it is derived from company and address. */
  mailFrom: string | undefined;
  /** Origin of the portal. */
  publicUrl: string;
  secretKey: string;
}

/** The message for the mail server. Its message id is derived from the mail's id, so that a repeat is recognizable. */
export function envelopeOf(
  { mailFrom, publicUrl, secretKey }: Sender,
  mail: { id: number; to: string; company: string },
  message: Pick<SendMailOptions, 'subject' | 'text' | 'html' | 'attachments'>,
): SendMailOptions {
  const { hostname } = new URL(publicUrl);
  // IP addresses are not valid mail domains.
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
