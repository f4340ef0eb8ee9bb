/** What the mail server answered, and to which command. */
export interface SmtpError {
  command?: string;
  response?: string;
}

// Enhanced codes tell whose fault it is: 5.1.x and 5.2.x the receiver's, 5.7.x ours.
const RECEIVER = /^5\d\d[ -]#?5\.[12]\.\d/;
/** Servers without enhanced codes say these of an unknown receiver. */
const BARE = /^55[013][ -](?!#?\d\.\d)/;
const OUR_FAULT = /relay|authenti|sender|block|spam|policy|denied|reject/i;

/** Whether another try at this address would be in vain; a refusal that can be ours is none, since settings are mended. */
export function isReceiverRefused({ command, response = '' }: SmtpError): boolean {
  if (command === 'RCPT TO') return RECEIVER.test(response) || (BARE.test(response) && !OUR_FAULT.test(response));
  return command === 'DATA' && RECEIVER.test(response);
}
