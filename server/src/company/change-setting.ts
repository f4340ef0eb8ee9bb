import { refuseAccent } from '@seri/contract/company/accents.ts';
import { logoMark } from '@seri/contract/company/logo.ts';
import type { PageName } from '@seri/contract/company/pages.ts';
import {
  type CompanySettingKey,
  type CompanySettingsValues,
  companySettingsSchema,
} from '@seri/contract/company/settings.ts';
import { ApiError } from '../platform/calls/errors.ts';
import { readSettings } from '../platform/company-settings.ts';
import type { Tx } from '../platform/db/db.ts';
import { deleteSetting, saveSettings } from '../platform/db/installation.ts';
import { invalidBody } from '../platform/http/invalid.ts';
import { cleanLogo } from './clean-logo.ts';
import { deleteOldLogos, findLogoMark, insertLogo } from './logo-queries.ts';
import { builtInText } from './page-text.ts';

export const isSetting = (key: string): key is CompanySettingKey => Object.hasOwn(companySettingsSchema.shape, key);

/** Sets one setting; it applies to the next request. The error names an invalid field inside as `pages.about.en.title`. */
export async function setSetting(tx: Tx, key: string, value: unknown): Promise<void> {
  if (!isSetting(key)) throw new ApiError('Field.Unknown', { fields: { [key]: ['Field.Unknown'] } });
  const given = { [key]: value };
  await storeLogo(tx, given);
  const parsed = companySettingsSchema.safeParse(given, { reportInput: true });
  // A missing value would mean the default, which is another command: see resetSetting.
  if (!parsed.success || value === undefined) throw invalidBody(parsed.error?.issues ?? []);
  const changed = { [key]: parsed.data[key] } as Partial<CompanySettingsValues>;
  await refuseContradiction(tx, changed);
  await saveSettings(tx, changed);
}

/** Restores the default. */
export async function resetSetting(tx: Tx, key: string): Promise<void> {
  if (!isSetting(key)) throw new ApiError('Field.Unknown', { fields: { [key]: ['Field.Unknown'] } });
  await refuseContradiction(tx, { [key]: companySettingsSchema.parse({})[key] });
  await deleteSetting(tx, key);
}

/** Replaces all settings; settings that are absent return to their defaults. */
export async function replaceSettings(tx: Tx, settings: Readonly<Record<string, unknown>>): Promise<void> {
  const unknown = Object.keys(settings).find((key) => !isSetting(key));
  if (unknown !== undefined) throw new ApiError('Field.Unknown', { fields: { [unknown]: ['Field.Unknown'] } });
  const kept = { ...settings };
  await storeLogo(tx, kept);
  const parsed = companySettingsSchema.safeParse(kept, { reportInput: true });
  if (!parsed.success) throw invalidBody(parsed.error.issues);
  await refuseContradiction(tx, parsed.data);
  const unnamed = Object.keys(parsed.data).filter((key) => !Object.hasOwn(settings, key));
  for (const key of unnamed.filter(isSetting)) await deleteSetting(tx, key);
  const named = Object.entries(parsed.data).filter(([key]) => Object.hasOwn(settings, key));
  await saveSettings(tx, Object.fromEntries(named));
}

/** Replaces a logo's data URL in the input with its stored form; a stored logo may be named by its hash. */
async function storeLogo(tx: Tx, settings: Record<string, unknown>): Promise<void> {
  if (typeof settings.logo === 'string') {
    const logo = await cleanLogo(settings.logo);
    await insertLogo(tx, logo);
    await deleteOldLogos(tx, logo.mark.hash);
    settings.logo = logo.mark;
    return;
  }
  const named = logoMark.safeParse(settings.logo);
  // Size and visible backgrounds come from the stored picture only.
  if (named.success) settings.logo = (await findLogoMark(tx, named.data.hash)) ?? 'unknown';
}

type PageText = CompanySettingsValues['pages'][PageName] & object;

/** Sets a page's text in one language; the other language is unchanged. */
export async function setPage(
  tx: Tx,
  { name, language, text }: { name: PageName; language: 'en' | 'ru'; text: PageText['en'] },
): Promise<void> {
  const { pages } = await readSettings(tx);
  await setSetting(tx, 'pages', { ...pages, [name]: { ...(pages[name] ?? builtInText(name)), [language]: text } });
}

/** Restores a page's built-in text. */
export async function resetPage(tx: Tx, name: PageName): Promise<void> {
  const { [name]: _, ...others } = (await readSettings(tx)).pages;
  await setSetting(tx, 'pages', others);
}

/** Throws for contradictory settings, but only when one of them changes: an old contradiction does not block other changes. */
async function refuseContradiction(tx: Tx, changed: Partial<CompanySettingsValues>): Promise<void> {
  const { closeMinutes, cutoffMinutes, humanCheck, recaptchaSiteKey } = { ...(await readSettings(tx)), ...changed };
  const isAbout = (...keys: CompanySettingKey[]) => keys.some((key) => Object.hasOwn(changed, key));
  if (isAbout('closeMinutes', 'cutoffMinutes') && cutoffMinutes > closeMinutes)
    throw new ApiError('Company.CutoffBeforeClose', { details: { closeMinutes, cutoffMinutes } });
  for (const key of ['actionColor', 'urgentColor'] as const) refuseFaint(key, changed[key]);
  if (isAbout('humanCheck', 'recaptchaSiteKey') && humanCheck === 'recaptcha' && recaptchaSiteKey === null)
    throw new ApiError('Company.SiteKeyMissing');
}

function refuseFaint(key: 'actionColor' | 'urgentColor', color: string | undefined): void {
  if (color === undefined) return;
  const faint = refuseAccent(color);
  if (faint) throw new ApiError('Company.ColorFaint', { details: { key, color, ...faint } });
}
