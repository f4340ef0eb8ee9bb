/** Reply of the mail server, with the command it answered. */
export interface SmtpError {
  command?: string;
  response?: string;
}

// Enhanced codes name the cause: 5.1.x and 5.2.x the receiver, 5.7.x the sender.
const RECEIVER = /^5\d\d[ -]#?5\.[12]\.\d/;
/** Servers without enhanced codes use these for an unknown receiver. */
const BARE = /^55[013][ -](?!#?\d\.\d)/;
const OUR_FAULT = /relay|authenti|sender|block|spam|policy|denied|reject/i;

/**
 * Whether the receiver's address was refused for good. False for refusals with a possible cause on our side, because
 * settings can be fixed.
 */
export function isReceiverRefused({ command, response = '' }: SmtpError): boolean {
  if (command === 'RCPT TO') return RECEIVER.test(response) || (BARE.test(response) && !OUR_FAULT.test(response));
  return command === 'DATA' && RECEIVER.test(response);
}
