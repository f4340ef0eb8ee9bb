import { PAGE_NAMES } from '@seri/contract/company/pages.ts';
import { type CompanySettingKey, companySettingsSchema } from '@seri/contract/company/settings.ts';
import type { Command } from 'commander';
import { isSetting, resetPage, setPage } from '../../company/change-setting.ts';
import { builtInText } from '../../company/page-text.ts';
import { changeSetting, isLotTime } from '../../flows/accounts/change-setting.ts';
import { ApiError } from '../../platform/calls/errors.ts';
import { readSettings } from '../../platform/company-settings.ts';
import { exampleText } from '../accounts/user-commands.ts';
import { Complaint, errorSentence } from '../complaint.ts';
import { withPortal } from '../portal.ts';
import { print, printJson } from '../print.ts';
import { retimeWithProgress } from '../retime-progress.ts';
import { bytesOf, textOf } from '../text-of.ts';
import { parseLanguage, parsePage, valueFor } from '../values.ts';
import { SETTING_NOTES } from './setting-notes.ts';

const KEYS = Object.keys(companySettingsSchema.shape) as CompanySettingKey[];
const DEFAULTS = companySettingsSchema.parse({});

/** The company settings; each change applies to the next request, without a restart. */
export function companyCommands(company: Command): void {
  company
    .command('show [key]')
    .summary('every setting, or one with its meaning, default and an example')
    .option('--json', 'as JSON')
    .addHelpText('after', exampleText(['npm run admin -- company show', 'npm run admin -- company show notice']))
    .action((key: string | undefined, { json }: { json?: true }) => show(key, json ?? false));

  company
    .command('set <key> [value]')
    .summary('sets one setting; the value as text, number or JSON')
    .option('--file <file>', 'read the value from a file, - for standard input')
    .addHelpText(
      'after',
      exampleText([
        'npm run admin -- company set depositYen 200000',
        `npm run admin -- company set notice '{"en":"Closed on 23 November","ru":"23 ноября не работаем"}'`,
        'npm run admin -- company set notice null',
        'npm run admin -- company set logo --file logo.png',
      ]),
    )
    .action(set);

  company
    .command('reset <key>')
    .summary('restores the default of one setting')
    .addHelpText('after', exampleText(['npm run admin -- company reset depositYen']))
    .action((name: string) =>
      withPortal(async ({ db }) => {
        const key = settingNamed(name);
        await db.transaction().execute((tx) => changeSetting(tx, key, undefined));
        print(`${key} is ${JSON.stringify(DEFAULTS[key])} again, the default.`);
        if (isLotTime(key)) await retimeWithProgress(db);
      }),
    );

  company
    .command('page')
    .argument('<name>', PAGE_NAMES.join(', '), parsePage)
    .summary('shows or writes the text of a page, Markdown')
    .description(
      'Without --file it prints the text. {{depositYen}} and other settings in double braces are filled in when read.',
    )
    .option('--language <language>', 'en or ru', parseLanguage, 'en')
    .option('--file <file>', 'the new text, its first line "# Title"; - for standard input')
    .option('--none', 'no text: the page does not exist and nothing links to it')
    .option('--built-in', 'the built-in text, in both languages')
    .addHelpText(
      'after',
      exampleText([
        'npm run -s admin -- company page terms --language ru > terms.ru.md',
        'npm run admin -- company page terms --language ru --file terms.ru.md',
        'npm run admin -- company page go-net --none',
      ]),
    )
    .action(page);
}

async function show(name: string | undefined, asJson: boolean): Promise<void> {
  await withPortal(async ({ db }) => {
    const settings = await readSettings(db);
    if (name === undefined) {
      if (asJson) return printJson(settings);
      for (const key of KEYS) print(`${key} = ${shortened(key, settings[key])}`);
      return;
    }
    const key = settingNamed(name);
    if (asJson) return printJson(settings[key]);
    const { means, example } = SETTING_NOTES[key];
    print(`${key} = ${JSON.stringify(settings[key])}\n${means}`);
    print(`Default: ${JSON.stringify(DEFAULTS[key])}\nExample: npm run admin -- company set ${key} ${example}`);
  });
}

/** Shortens the texts of pages, which do not fit into a list. */
const shortened = (key: CompanySettingKey, value: unknown): string =>
  key === 'pages' ? `own texts: ${Object.keys(value as object).join(', ') || 'none'}` : JSON.stringify(value);

async function set(name: string, value: string | undefined, { file }: { file?: string }): Promise<void> {
  const key = settingNamed(name);
  if ((value === undefined) === (file === undefined))
    throw new Complaint(`Give one value, as an argument or with --file: npm run admin -- company show ${key}`);
  const parsed = await readValue(key, value, file);
  await withPortal(async ({ db }) => {
    await db
      .transaction()
      .execute((tx) => changeSetting(tx, key, parsed))
      .catch((error: unknown) => {
        throw withPlace(key, error);
      });
    const settings = await readSettings(db);
    print(`${key} = ${shortened(key, settings[key])}`);
    if (isLotTime(key)) await retimeWithProgress(db);
    if (key === 'humanCheck' && settings.humanCheck === 'recaptcha' && !process.env.RECAPTCHA_SECRET)
      print('The portal needs RECAPTCHA_SECRET in its environment for this check.');
  });
}

/** Returns the value of a setting. A logo file becomes a data URL, its type detected from its content. */
async function readValue(key: CompanySettingKey, value: string | undefined, file: string | undefined) {
  if (key === 'logo' && file !== undefined)
    return `data:image/unknown;base64,${(await bytesOf(file)).toString('base64')}`;
  return valueFor(key, file === undefined ? String(value) : (await textOf(file)).trim());
}

/** Adds the path inside the setting to the error; the setting's own help describes valid values. */
function withPlace(key: CompanySettingKey, error: unknown): unknown {
  const isShape = error instanceof ApiError && error.fields !== undefined;
  return isShape
    ? new Complaint(`${errorSentence(error)}\nnpm run admin -- company show ${key} has an example.`)
    : error;
}

interface PageOptions {
  language: 'en' | 'ru';
  file?: string;
  none?: true;
  builtIn?: true;
}

async function page(name: ReturnType<typeof parsePage>, { language, file, none, builtIn }: PageOptions): Promise<void> {
  if ([file, none, builtIn].filter((option) => option !== undefined).length > 1)
    throw new Complaint('Give only one of --file, --none and --built-in.');
  const text = file === undefined ? null : pageTextOf(await textOf(file));
  await withPortal(async ({ db }) => {
    if (!text && !none && !builtIn) {
      const { title, body } = ((await readSettings(db)).pages[name] ?? builtInText(name))[language];
      return print(`# ${title}\n\n${body}`);
    }
    await db.transaction().execute(async (tx) => {
      if (builtIn) return resetPage(tx, name);
      if (text) return setPage(tx, { name, language, text });
      for (const each of ['en', 'ru'] as const)
        await setPage(tx, { name, language: each, text: { title: '', body: '' } });
    });
    print(builtIn ? `The page ${name} has its built-in text.` : `The page ${name} is saved.`);
  });
}

function pageTextOf(markdown: string): { title: string; body: string } {
  const [first = '', ...lines] = markdown.split(/\r?\n/);
  const title = /^# (.+)/.exec(first)?.[1]?.trim();
  const body = lines.join('\n').trim();
  if (!title || !body) throw new Complaint('The first line must be "# Title", and a text must follow it.');
  return { title, body };
}

function settingNamed(name: string): CompanySettingKey {
  const key = KEYS.find((known) => known.toLowerCase() === name.toLowerCase());
  if (!key || !isSetting(key))
    throw new Complaint(`There is no setting ${name}. The settings are: ${KEYS.join(', ')}.`);
  return key;
}
