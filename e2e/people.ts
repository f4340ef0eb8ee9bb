import { randomUUID } from 'node:crypto';
import { ROLE, type RoleId } from '@seri/contract/auth/permissions.ts';
import { hashPassword } from '../server/src/auth/account/password.ts';
import { type Database, openDatabase } from '../server/src/platform/db/db.ts';
import { createLog } from '../server/src/platform/process/log.ts';
import { createUser } from '../server/src/users/create-user.ts';

export interface NewPerson {
  role?: keyof typeof ROLE;
  language?: 'en' | 'ru';
  fullName?: string;
}

export interface Person {
  userId: number;
  email: string;
  password: string;
  fullName: string;
}

const opened = new Map<string, Database>();
/** One for all stories of a worker. */
export function databaseAt(url: string): Database {
  const database = opened.get(url) ?? openDatabase(url, createLog('stories', 'warn'), 2);
  opened.set(url, database);
  return database;
}

// A hash takes as long as a log-in is meant to take: one password for everybody a worker makes.
const password = `quiet harbour ${randomUUID().slice(0, 8)}`;
let hashed: Promise<string> | undefined;

/** An account as the operator would make it. */
export async function newPerson(databaseUrl: string, wanted: NewPerson = {}): Promise<Person> {
  const { role = 'client', language = 'en', fullName = 'Ann Archer' } = wanted;
  const email = `${role}-${randomUUID().slice(0, 8)}@people.example`;
  hashed ??= hashPassword(password);
  const passwordHash = await hashed;
  const userId = await databaseAt(databaseUrl)
    .db.transaction()
    .execute((tx) =>
      createUser(tx, {
        email,
        fullName,
        passwordHash,
        roleId: ROLE[role] satisfies RoleId,
        language: language === 'ru' ? 693 : 692,
        mobile: '79161234567',
        city: 'Vladivostok',
        countryId: 183,
      }),
    );
  return { userId, email, password, fullName };
}
