import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { createLog } from '../process/log.ts';
import { jobLogger } from './job-log.ts';

function listening() {
  const lines: string[] = [];
  const to = new Writable({
    write: (line, _encoding, done) => {
      lines.push(String(line));
      done();
    },
  });
  return { lines, logger: jobLogger(createLog('test', 'trace', to)) };
}

test('logs number, kind and place of a failed job, but neither its payload nor the error text', () => {
  const { lines, logger } = listening();
  const job = { id: '7', task_identifier: 'account_request', attempts: 2, payload: { email: 'canary@example.test' } };
  const error = Object.assign(new Error('Key (email)=(canary@example.test) already exists.'), { code: '23505' });
  logger.error(`Failed task 7 (account_request) with error '${error.message}':\n  ${error.stack}`, {
    failure: true,
    job,
    error,
  });
  expect(lines).toHaveLength(1);
  const line = JSON.parse(lines[0] ?? '');
  expect(line).toMatchObject({
    msg: 'a job of account_request',
    job: { id: '7', task: 'account_request', attempts: 2 },
    error: 'Error',
    code: '23505',
  });
  expect(line.at[0]).toMatch(/^at .*job-log\.test\.ts/);
  expect(lines.join('')).not.toContain('canary');
});

test('logs the first line of a problem without a job, up to an error text', () => {
  const { lines, logger } = listening();
  logger.warn('Error occurred: password canary is wrong\n  at canary');
  logger.info('Worker connected and looking for jobs');
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual(['Error', 'Worker connected and looking for jobs']);
});
