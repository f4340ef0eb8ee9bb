import { companySettingsSchema } from '@seri/contract/company/settings.ts';
import type { Command } from 'commander';
import { replaceCompany } from '../../flows/accounts/change-setting.ts';
import { readLogo } from '../../platform/brand.ts';
import { readSettings } from '../../platform/company-settings.ts';
import type { Db } from '../../platform/db/db.ts';
import { exampleText } from '../accounts/user-commands.ts';
import { Complaint } from '../complaint.ts';
import { withPortal } from '../portal.ts';
import { print, printJson } from '../print.ts';
import { retimeWithProgress } from '../retime-progress.ts';
import { textOf } from '../text-of.ts';

/** Export and import of a company's settings and texts as one file: for a second portal, or for comparing changes. */
export function companyFileCommands(company: Command): void {
  company
    .command('export')
    .summary('every setting and text that differs from its default, as JSON')
    .addHelpText('after', exampleText(['npm run -s admin -- company export > company.json']))
    .action(() => withPortal(async ({ db }) => printJson(await exported(db))));

  company
    .command('import <file>')
    .summary('replaces all settings and texts by those of a file, all or none')
    .description('Settings missing in the file get their defaults. - reads standard input.')
    .addHelpText('after', exampleText(['npm run admin -- company import company.json']))
    .action(importFile);
}

/** The logo is exported as a picture, because another portal does not have it stored. */
async function exported(db: Db): Promise<object> {
  const settings = await readSettings(db);
  const logo = await readLogo(db, settings.logo);
  return withoutDefaults({
    ...settings,
    logo: logo && `data:image/png;base64,${logo.image.toString('base64')}`,
  });
}

function withoutDefaults(settings: object): object {
  const defaults: Record<string, unknown> = companySettingsSchema.parse({});
  const own = Object.entries(settings).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(defaults[key]),
  );
  return Object.fromEntries(own);
}

async function importFile(file: string): Promise<void> {
  const settings = settingsIn(await textOf(file));
  await withPortal(async ({ db }) => {
    await db.transaction().execute((tx) => replaceCompany(tx, settings));
    print(`${Object.keys(settings).length} settings are set from the file, all others have their defaults.`);
    await retimeWithProgress(db);
  });
}

function settingsIn(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // Reported below, together with JSON of another shape.
  }
  throw new Complaint('The file is not a JSON object of settings: npm run -s admin -- company export writes one.');
}
