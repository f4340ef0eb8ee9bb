import { expect, test } from 'vitest';
import { isReceiverRefused } from './smtp-refusal.ts';

test.each([
  ['RCPT TO', '550 5.1.1 no such user', true],
  ['RCPT TO', '550-5.1.1 The email account that you tried to reach does not exist.', true],
  ['RCPT TO', '550 #5.1.0 Address unknown', true],
  ['RCPT TO', '552 5.2.2 Mailbox full', true],
  ['RCPT TO', '550 Unknown user', true],
  ['RCPT TO', '551 User not local', true],
  ['DATA', '550 5.1.1 no such user', true],
  ['RCPT TO', '450 4.1.1 try later', false],
  ['RCPT TO', '550 5.7.1 Unable to relay', false],
  ['RCPT TO', '550 relay not permitted', false],
  ['RCPT TO', '550 Sender verify failed', false],
  ['RCPT TO', '554 Transaction failed', false],
  ['RCPT TO', '530 Authentication required', false],
  ['MAIL FROM', '550 5.1.8 bad sender', false],
  ['DATA', '554 5.7.1 message looks like spam', false],
  ['AUTH PLAIN', '535 5.7.8 bad credentials', false],
  [undefined, undefined, false],
])('%s answered with %s is final: %s', (command, response, ends) => {
  expect(isReceiverRefused({ ...(command ? { command } : {}), ...(response ? { response } : {}) })).toBe(ends);
});
