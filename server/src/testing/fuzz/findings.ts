import type { ValidateFunction } from 'ajv';
import { CHANGING_GETS } from '../fixtures/changing-gets.ts';
import { A_PROGRAM, PERSONAL, SECRET } from './canaries.ts';
import type { Operation } from './operations.ts';
import type { Shot } from './requests.ts';
import type { Answered } from './world.ts';

/** Traces of internals; a reply may repeat the input of its request. */
const INSIDES: [what: string, pattern: RegExp][] = [
  ['a stack', /\bat (?:async )?[\w.<>]+ \(|\n\s+at /],
  ['a file of ours', /node_modules|[\w-]+\.(?:ts|mjs|sql):\d+|file:\/\/\/|\/(?:usr|tmp|home|opt|var)\/\w/],
  ['SQL', /\b(?:select .+ from|insert into|update \w+ set|syntax error at|violates|duplicate key|relation ")/i],
  ['a name of the machinery', /PostgreSQL|SQLSTATE|kysely|ZodError|TypeError|RangeError|FST_ERR|ECONN|argon2id?\$/],
];

/**
 * Returns the faults of a reply, one line each; nothing for a good one. Time counts only where the machine is quiet
 * enough to measure it.
 */
export function findingsOf(
  operation: Operation,
  shot: Shot,
  reply: Answered,
  slowMs = Number.POSITIVE_INFINITY,
): string[] {
  return [
    ...statusProblems(operation, shot, reply),
    ...(reply.ms > slowMs ? [`took longer than ${slowMs} ms`] : []),
    ...(isPage(shot) ? [] : bodyProblems(operation, reply)),
    ...INSIDES.filter(([, pattern]) => isLeak(pattern, reply.text, shot)).map(([what]) => `shows ${what}`),
    ...strangersProblems(shot, reply),
    ...writeProblems(operation, reply),
  ];
}

function statusProblems(operation: Operation, shot: Shot, { status }: Answered): string[] {
  if (status >= 500) return [`answers ${status}`];
  const known = operation.replies.has(status) || (shot.offPath && status === 404);
  return known ? [] : [`answers ${status}, which is not documented`];
}

/** A path that leads out of /v1 is an address of the web app, and its page is the right reply. */
const isPage = ({ offPath, url }: Shot) => offPath && !new URL(url, 'http://seri.invalid').pathname.startsWith('/v1/');

function bodyProblems({ replies }: Operation, { status, contentType, text }: Answered): string[] {
  if (replies.get(status) === null) return text === '' ? [] : [`answers ${status} with a body`];
  if (!/^application\/json(?:;|$)/.test(contentType)) return [`answers ${status} as ${contentType || 'nothing'}`];
  const body = parsed(text);
  if (body === undefined) return [`answers ${status} with broken JSON`];
  const fits = replies.get(status);
  if (!fits || fits(body)) return [];
  return (fits as ValidateFunction).errors?.slice(0, 2).map(problemOf(status)) ?? [];
}

const problemOf =
  (status: number) =>
  ({ instancePath, message, params }: NonNullable<ValidateFunction['errors']>[number]) =>
    `answers ${status} outside its schema: ${instancePath.replaceAll(/\d+/g, 'n')} ${message ?? ''} ${JSON.stringify(params).slice(0, 120)}`;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isLeak(pattern: RegExp, text: string, shot: Shot): boolean {
  const match = pattern.exec(text)?.[0];
  return (
    match !== undefined &&
    !JSON.stringify(shot).includes(match) &&
    !decodeURIComponent(encodeURI(shot.url)).includes(match)
  );
}

function strangersProblems(shot: Shot, { text }: Answered): string[] {
  const seen = (mark: string) =>
    text.toLowerCase().includes(mark.toLowerCase()) && !JSON.stringify(shot).includes(mark);
  return [
    ...(seen(SECRET) ? ['shows what only its owner may know'] : []),
    ...(shot.as !== 'a manager' && shot.as !== A_PROGRAM && seen(PERSONAL)
      ? ['shows what belongs to another person']
      : []),
  ];
}

function writeProblems({ method, path }: Operation, { status, writes }: Answered): string[] {
  if (method === 'GET' && !CHANGING_GETS.includes(path) && writes.length > 0)
    return [`is a GET and writes ${writes.join(', ')}`];
  return status >= 400 && status !== 401 && writes.length > 0
    ? [`answers ${status} and writes ${writes.join(', ')}`]
    : [];
}
