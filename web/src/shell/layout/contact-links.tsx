import { IconBrandWhatsapp, IconMail } from '@tabler/icons-react';
import { t } from '../i18n/i18n.ts';
import { useSettings } from '../settings.ts';

/** Contact links of the company; omits those that are not set. */
export function ContactLinks({ icons = true }: { icons?: boolean }) {
  const contacts = useSettings()?.contacts;
  if (!contacts) return null;
  const links = [
    { href: contacts.message, label: t('shell.message'), Icon: IconMail },
    { href: contacts.whatsapp, label: 'WhatsApp', Icon: IconBrandWhatsapp },
  ];
  return links.map(
    ({ href, label, Icon }) =>
      href && (
        <a key={label} href={href} target="_blank" rel="noreferrer" title={label}>
          {icons && <Icon size={20} stroke={1.5} aria-hidden />}
          <span>{label}</span>
        </a>
      ),
  );
}
