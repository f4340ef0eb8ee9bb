import { iconPath } from '@seri/contract/company/logo.ts';
import type { CompanySettings } from '@seri/contract/company/routes.ts';
import type { CompanySettingsValues } from '@seri/contract/company/settings.ts';
import { colorSheet } from './color-sheet.ts';

type Chosen = Pick<CompanySettingsValues, 'logo' | 'actionColor' | 'urgentColor'>;

/** Returns the branding of every page, from its first paint and after a change. */
export function brandingOf({ logo, ...accents }: Chosen): CompanySettings['look'] {
  const seal = `/favicon.svg?${accents.urgentColor.slice(1)}`;
  return {
    icon: logo ? { path: iconPath(logo), type: 'image/png' } : { path: seal, type: 'image/svg+xml' },
    sheet: colorSheet(accents),
  };
}
