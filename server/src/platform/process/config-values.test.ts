import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';
import { isDiskFull } from './data-dir.ts';

let dir: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'seri-config-'));
});
afterAll(() => rmSync(dir, { recursive: true }));

const read = (env: NodeJS.ProcessEnv) => readConfig({ DATA_DIR: join(dir, 'data'), ...env });

describe('refuses an invalid value in one sentence that names valid values', () => {
  test.each<[NodeJS.ProcessEnv, RegExp]>([
    [{ DATABASE_URL: 'mysql://u@host/x' }, /^DATABASE_URL must be the address of a PostgreSQL database/],
    [{ DATABASE_URL: 'host:5432' }, /^DATABASE_URL must be the address of a PostgreSQL database/],
    [{ DATABASE_URL: 'postgres://u@h/x', DATABASE_READ_URL: 'http://h/x' }, /^DATABASE_READ_URL must be/],
    [{ DATABASE_READ_URL: 'postgres://u@h/x' }, /^DATABASE_READ_URL is the replica/],
    [{ PORT: '70000' }, /^PORT must be a number from 0 to 65535/],
    [{ PORT: 'http' }, /^PORT must be/],
    [{ PUBLIC_URL: 'seri.example' }, /^PUBLIC_URL must be a complete address/],
    [{ PUBLIC_URL: 'ftp://seri.example' }, /^PUBLIC_URL must be a complete address/],
    [{ SECRET_KEY: 'short' }, /^SECRET_KEY must have at least 32 characters/],
    [{ DEMO: 'yes' }, /^DEMO must be 0 or 1/],
    [{ SMTP_URL: 'https://mail.example' }, /^SMTP_URL must be the address of a mail server/],
    [{ MAIL_FROM: 'nobody' }, /^MAIL_FROM must be an address/],
    [{ AGENT_WEBHOOK_URL: 'file:///etc/passwd' }, /^AGENT_WEBHOOK_URL must be a complete address/],
    [{ AGENT_MAIL_TO: 'agent' }, /^AGENT_MAIL_TO must be an email address/],
    [{ PHOTO_STORE: 'http://bucket' }, /^PHOTO_STORE must be a folder, or s3/],
    [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL must be trace/],
    [{ PORT: 'x', DEMO: 'y' }, /^PORT must .+\.\nDEMO must .+\.$/],
  ])('%o', (env, sentence) => {
    expect(() => read(env)).toThrow(ConfigError);
    expect(() => read(env)).toThrow(sentence);
  });
});

describe('a data folder', () => {
  test('that is a file, or is below one, is refused in one sentence', () => {
    const file = join(dir, 'file');
    writeFileSync(file, '');
    expect(() => read({ DATA_DIR: file })).toThrow(/cannot be used, because it is a file, not a folder/);
    expect(() => read({ DATA_DIR: join(file, 'data') })).toThrow(/a part of its path is a file/);
  });

  test('whose key cannot be read is refused in one sentence', () => {
    const data = join(dir, 'odd');
    mkdirSync(join(data, 'secret-key'), { recursive: true, mode: 0o700 });
    expect(() => read({ DATA_DIR: data })).toThrow(/^The key in .+ cannot be read or written/);
  });

  test('is created for its owner alone; one that is open to others causes a warning', () => {
    expect(read({}).config.folderWarning).toBeNull();
    const open = join(dir, 'open');
    mkdirSync(open);
    chmodSync(open, 0o755);
    expect(read({ DATA_DIR: open }).config.folderWarning).toMatch(/^Other users .+ run chmod 700/);
    chmodSync(open, 0o700);
    expect(read({ DATA_DIR: open }).config.folderWarning).toBeNull();
  });

  test('is measured for free space', async () => {
    expect(await isDiskFull(dir)).toBe(false);
    // A file system without any blocks looks like a full disk.
    expect(await isDiskFull('/proc')).toBe(true);
  });
});
