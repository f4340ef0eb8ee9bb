import type { PageName } from '@seri/contract/company/pages.ts';
import { IconHelpCircle, IconInfoCircle, type Icon as TablerIcon } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { paths } from '../../app/paths.ts';
import { type TextKey, t } from '../i18n/i18n.ts';
import { useSettings } from '../settings.ts';

interface PageLink {
  name: PageName;
  label: TextKey;
  icon?: TablerIcon;
}

/** Links in the header of both frames. */
export const GUIDE_PAGES: readonly PageLink[] = [
  { name: 'how-to-buy', label: 'shell.howToBuy', icon: IconHelpCircle },
  { name: 'about', label: 'shell.about', icon: IconInfoCircle },
];
/** Links in the footer of pages before login. */
export const LEGAL_PAGES: readonly PageLink[] = [
  { name: 'terms', label: 'shell.terms' },
  { name: 'privacy', label: 'shell.privacy' },
];

interface PageLinksProps {
  pages: readonly PageLink[];
  icons?: boolean;
  onChoose?: (() => void) | undefined;
}

/** Links to the company's own pages; omits pages without a text. */
export function PageLinks({ pages, icons = false, onChoose }: PageLinksProps) {
  const written = useSettings()?.pages ?? [];
  return pages
    .filter(({ name }) => written.includes(name))
    .map(({ name, label, icon: Icon }) => (
      // From the drawer, replace the drawer's own history entry.
      <Link key={name} {...paths.page(name)} title={t(label)} replace={onChoose !== undefined} onClick={onChoose}>
        {icons && Icon && <Icon size={20} stroke={1.5} aria-hidden />}
        <span>{t(label)}</span>
      </Link>
    ));
}
