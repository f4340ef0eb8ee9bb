import { SCOPES, type Scope } from '@seri/contract/back-office/scopes.ts';
import { type Command, InvalidArgumentError } from 'commander';
import { createToken, rotateToken, setDisabled, setScopes } from '../../back-office/change-token.ts';
import { findTokenInFull, findTokens } from '../../back-office/token-queries.ts';
import { NotFound } from '../../platform/calls/errors.ts';
import { Complaint } from '../complaint.ts';
import { type Portal, withPortal } from '../portal.ts';
import { moment, print, printJson, table } from '../print.ts';
import { exampleText } from './user-commands.ts';

const LAST_CALLS = 20;
const OVERLAP_HOURS = 24;

/** Tokens of the programs that call /v1/back-office; each is shown once, when it is created. */
export function tokenCommands(token: Command): void {
  token
    .command('create <name>')
    .summary('a token for one program; it is printed once')
    .requiredOption('--scopes <scopes>', SCOPES.join(', '), parseScopes)
    .addHelpText(
      'after',
      exampleText(['npm run -s admin -- token create accounting --scopes clients:read,payments:write']),
    )
    .action((name: string, { scopes }: { scopes: Scope[] }) =>
      decide(name, async ({ db }) => {
        const secret = await db.transaction().execute((tx) => createToken(tx, { name, scopes }));
        return `${secret}\nNobody can show it again: put it where the program reads it.`;
      }),
    );

  token
    .command('list')
    .summary('every token, its scopes and its last use')
    .option('--json', 'as JSON')
    .addHelpText('after', exampleText(['npm run admin -- token list']))
    .action(({ json }: { json?: true }) => withPortal((portal) => list(portal, json ?? false)));

  token
    .command('show <name>')
    .summary('one token and its last calls')
    .option('--json', 'as JSON')
    .addHelpText('after', exampleText(['npm run admin -- token show accounting']))
    .action((name: string, { json }: { json?: true }) => withPortal((portal) => show(portal, name, json ?? false)));

  token
    .command('rotate <name>')
    .summary('a new secret; the previous one stays valid for a while')
    .option(
      '--overlap <hours>',
      'hours for which the previous secret stays valid; 0 ends it at once',
      parseHours,
      OVERLAP_HOURS,
    )
    .addHelpText('after', exampleText(['npm run -s admin -- token rotate accounting --overlap 2']))
    .action((name: string, { overlap }: { overlap: number }) =>
      decide(name, async ({ db }) => {
        const secret = await db.transaction().execute((tx) => rotateToken(tx, { name, overlapHours: overlap }));
        return `${secret}\n${overlap === 0 ? 'The previous one is no longer valid.' : `The previous one is valid for ${overlap} more hours.`}`;
      }),
    );

  token
    .command('set-scopes <name> <scopes>')
    .summary('sets the scopes, from the next call on')
    .addHelpText('after', exampleText(['npm run admin -- token set-scopes accounting clients:read']))
    .action((name: string, words: string) =>
      decide(name, async ({ db }) => {
        const scopes = scopesIn(words);
        await db.transaction().execute((tx) => setScopes(tx, { name, scopes }));
        return `${name} may: ${scopes.join(', ')}.`;
      }),
    );

  for (const [word, isDisabled] of [
    ['disable', true],
    ['enable', false],
  ] as const)
    token
      .command(`${word} <name>`)
      .summary(isDisabled ? 'disables a token at once' : 'enables a disabled token')
      .addHelpText('after', exampleText([`npm run admin -- token ${word} accounting`]))
      .action((name: string) =>
        decide(name, async ({ db }) => {
          await db.transaction().execute((tx) => setDisabled(tx, name, isDisabled));
          return `${name} is ${word}d.`;
        }),
      );
}

/** Runs one decision; for an unknown token, the error names the command that lists the tokens. */
const decide = (name: string, work: (portal: Portal) => Promise<string>): Promise<void> =>
  withPortal(async (portal) => {
    try {
      print(await work(portal));
    } catch (error) {
      throw error instanceof NotFound ? unknown(name) : error;
    }
  });

const unknown = (name: string) =>
  new Complaint(`There is no token ${name}: npm run admin -- token list shows all tokens.`);

async function list({ db }: Portal, asJson: boolean): Promise<void> {
  const tokens = await findTokens(db);
  if (asJson) return printJson(tokens);
  if (tokens.length === 0) return print('There is no token: npm run admin -- token create NAME --scopes …');
  const cells = tokens.map(({ name, scopes, disabled_at, created_at, last_used_at }) => [
    name,
    disabled_at ? 'disabled' : 'works',
    moment(created_at),
    moment(last_used_at),
    scopes.join(', '),
  ]);
  print(table(['name', 'state', 'made', 'last used', 'scopes'], cells));
}

async function show({ db }: Portal, name: string, asJson: boolean): Promise<void> {
  const token = await findTokenInFull(db, name, LAST_CALLS);
  if (!token) throw unknown(name);
  const { id: _, ...kept } = token;
  if (asJson) return printJson(kept);
  print(`${token.name}: ${token.disabled_at ? `disabled ${moment(token.disabled_at)}` : 'works'}`);
  print(`scopes     ${token.scopes.join(', ')}`);
  print(`last used  ${moment(token.last_used_at)}`);
  if (token.old_secret_ends_at) print(`The previous secret is valid until ${moment(token.old_secret_ends_at)}.`);
  print(
    `\n${table(
      ['when', 'what', 'scopes'],
      token.events.map((event) => [moment(event.at), event.event, event.scopes?.join(', ') ?? '']),
    )}`,
  );
  const cells = token.calls.map(({ at, call, status, request_id }) => [
    moment(at),
    status === null ? '?' : String(status),
    request_id,
    call,
  ]);
  if (cells.length > 0) print(`\n${table(['when', 'status', 'request', 'call'], cells)}`);
}

function scopesIn(words: string): Scope[] {
  const names = words.split(',').map((word) => word.trim());
  const wrong = names.find((word) => !SCOPES.some((scope) => scope === word));
  if (wrong !== undefined) throw new Complaint(`There is no scope ${wrong}. The scopes are: ${SCOPES.join(', ')}.`);
  return [...new Set(names as Scope[])];
}

function parseScopes(words: string): Scope[] {
  try {
    return scopesIn(words);
  } catch (error) {
    throw new InvalidArgumentError((error as Error).message);
  }
}

function parseHours(text: string): number {
  if (!/^\d{1,3}$/.test(text) || Number(text) > 720) throw new InvalidArgumentError('Give hours from 0 to 720.');
  return Number(text);
}
