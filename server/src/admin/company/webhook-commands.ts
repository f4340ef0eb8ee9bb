import { randomBytes } from 'node:crypto';
import { WEBHOOK_KINDS, type WebhookKind } from '@seri/contract/webhooks/events.ts';
import { type Command, InvalidArgumentError } from 'commander';
import { NotFound } from '../../platform/calls/errors.ts';
import { resend, setTarget } from '../../webhooks/change-target.ts';
import { findDeliveries, findTargets, type TargetRow } from '../../webhooks/queries.ts';
import { exampleText } from '../accounts/user-commands.ts';
import { Complaint } from '../complaint.ts';
import { type Portal, withPortal } from '../portal.ts';
import { moment, print, printJson, table } from '../print.ts';
import { parseCount } from '../values.ts';

const LISTED = 50;

/** Webhooks: external programs that receive signed calls about purchases and payments. */
export function webhookCommands(webhook: Command): void {
  const command = (usage: string, summary: string, example: string): Command =>
    webhook
      .command(usage)
      .summary(summary)
      .addHelpText('after', exampleText([`npm run -s admin -- webhook ${example}`]));

  command(
    'set <name> <url>',
    'a target, new or changed; a new one gets its secret, which is printed once',
    'set accounting https://books.example/seri --kinds payment.booked',
  )
    .option('--kinds <kinds>', WEBHOOK_KINDS.join(', '), parseKinds, [...WEBHOOK_KINDS])
    .option('--new-secret', 'a new secret; the previous one is no longer used')
    .action((name: string, url: string, options: { kinds: WebhookKind[]; newSecret?: true }) =>
      withPortal(async (portal) => {
        const isKnown = (await findTargets(portal.db)).some((target) => target.name === name);
        const secret = isKnown && !options.newSecret ? undefined : randomBytes(32).toString('base64url');
        await save(portal, { name, url, kinds: options.kinds, isEnabled: true }, secret);
        print(
          secret ? `${secret}\nNobody can show it again: put it where the program reads it.` : `${name} is changed.`,
        );
      }),
    );

  for (const [word, isEnabled] of [
    ['disable', false],
    ['enable', true],
  ] as const)
    command(
      `${word} <name>`,
      isEnabled ? 'sends events to it again' : 'sends no more events to it',
      `${word} accounting`,
    ).action((name: string) =>
      withPortal(async (portal) => {
        const target = (await findTargets(portal.db)).find((known) => known.name === name);
        if (!target) throw unknown(name);
        await save(portal, { ...target, isEnabled });
        print(`${name} is ${word}d.`);
      }),
    );

  command('list', 'every target, with waiting and failed deliveries', 'list')
    .option('--json', 'as JSON')
    .action(({ json }: { json?: true }) => withPortal((portal) => list(portal, json ?? false)));

  command('deliveries [name]', 'the last fifty deliveries', 'deliveries accounting --dead')
    .option('--dead', 'only failed deliveries')
    .action((name: string | undefined, { dead }: { dead?: true }) =>
      withPortal(async ({ db }) => {
        const filter = { target: name, state: dead ? ('dead' as const) : undefined };
        const { items } = await findDeliveries(db, filter, { page: 1, pageSize: LISTED });
        if (items.length === 0) return print('There are no deliveries.');
        const cells = items.map((item) => [
          String(item.deliveryId),
          item.target,
          item.kind,
          item.state,
          String(item.attempts),
          moment(item.at),
          item.lastError ?? '',
        ]);
        return print(table(['delivery', 'target', 'what', 'state', 'tries', 'when', 'last error'], cells));
      }),
    );

  command('resend <name>', 'sends all failed deliveries again, or one delivery', 'resend accounting')
    .option('--delivery <number>', 'only this one, delivered or not', parseCount)
    .action((name: string, { delivery }: { delivery?: number }) =>
      withPortal(async ({ db }) => {
        const input = { target: name, ...(delivery ? { deliveryId: delivery } : {}) };
        const resent = await db
          .transaction()
          .execute((tx) => resend(tx, input))
          .catch((error: unknown) => {
            throw error instanceof NotFound ? unknown(name) : error;
          });
        print(`${resent} will be sent again.`);
      }),
    );
}

const save = (
  { db, secretKey, allowsInside }: Portal,
  { name, url, kinds, isEnabled }: Pick<TargetRow, 'name' | 'url' | 'kinds' | 'isEnabled'>,
  secret?: string,
): Promise<void> =>
  db
    .transaction()
    .execute((tx) =>
      setTarget(
        tx,
        { name, url, kinds, isEnabled, ...(secret ? { secret } : {}) },
        { secretKey, allowsPrivate: allowsInside },
      ),
    );

const unknown = (name: string) =>
  new Complaint(`There is no target ${name}, or no such delivery: npm run admin -- webhook list shows them.`);

async function list({ db }: Portal, asJson: boolean): Promise<void> {
  const targets = await findTargets(db);
  if (asJson) return printJson(targets);
  if (targets.length === 0) return print('There is no target: npm run -s admin -- webhook set NAME URL');
  const cells = targets.map((target) => [
    target.name,
    target.isEnabled ? 'enabled' : 'disabled',
    String(target.waiting),
    String(target.dead),
    moment(target.lastDeliveredAt),
    target.kinds.join(', '),
    target.url,
  ]);
  print(table(['name', 'state', 'waiting', 'given up', 'last told', 'kinds', 'address'], cells));
}

function parseKinds(words: string): WebhookKind[] {
  const names = words.split(',').map((word) => word.trim());
  const wrong = names.find((word) => !WEBHOOK_KINDS.some((kind) => kind === word));
  if (wrong !== undefined) throw new InvalidArgumentError(`Give one or more of: ${WEBHOOK_KINDS.join(', ')}.`);
  return names as WebhookKind[];
}
