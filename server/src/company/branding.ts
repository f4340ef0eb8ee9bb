import { type Accents, brandColors, DEFAULT_ACCENTS, type ThemeColors } from '@seri/contract/company/accents.ts';
import { iconPath } from '@seri/contract/company/logo.ts';
import type { CompanySettings } from '@seri/contract/company/routes.ts';
import type { CompanySettingsValues } from '@seri/contract/company/settings.ts';

type Chosen = Pick<CompanySettingsValues, 'logo' | 'actionColor' | 'urgentColor'>;

/** Returns the branding of every page, from its first paint and after a change. */
export function brandingOf({ logo, ...accents }: Chosen): CompanySettings['look'] {
  const faviconPath = `/favicon.svg?${accents.urgentColor.slice(1)}`;
  return {
    icon: logo ? { path: iconPath(logo), type: 'image/png' } : { path: faviconPath, type: 'image/svg+xml' },
    sheet: colorSheet(accents),
  };
}

/** Returns a style sheet that overrides the variables of tokens.css with the company's accents; empty for the default pair. */
function colorSheet(accents: Accents): string {
  const { actionColor, urgentColor } = DEFAULT_ACCENTS;
  if (accents.actionColor === actionColor && accents.urgentColor === urgentColor) return '';
  const { light, dark } = brandColors(accents);
  return rule(':root:root', light) + rule(':root:root[data-mantine-color-scheme="dark"]', dark);
}

function rule(selector: string, { action, urgent, selected }: ThemeColors): string {
  const values = {
    ...{ indigo: action.text, 'indigo-fill': action.fill, 'indigo-fill-hover': action.fillHover },
    ...{ vermilion: urgent.text, 'vermilion-fill': urgent.fill, 'vermilion-fill-hover': urgent.fillHover },
    sel: selected,
  };
  const declarations = Object.entries(values).map(([name, value]) => `--${name}:${value}`);
  return `${selector}{${declarations.join(';')}}`;
}
