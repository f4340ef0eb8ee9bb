import { IconBrandWhatsapp, IconMail } from '@tabler/icons-react';
import { t } from '../../shell/i18n/i18n.ts';
import { useSettings } from '../../shell/settings.ts';
import { ActionAnchor } from '../../ui/actions/action-button.tsx';

interface ManagerContactProps {
  size?: 'xs' | 'md';
}

/** Contact links of the company's manager; nothing if none is set. */
export function ManagerContact({ size = 'xs' }: ManagerContactProps) {
  const contacts = useSettings()?.contacts;
  return (
    <>
      {contacts?.message && (
        <ActionAnchor
          kind="plain"
          href={contacts.message}
          size={size}
          leftSection={<IconMail size={20} stroke={1.5} aria-hidden />}
        >
          {t('bids.why.message')}
        </ActionAnchor>
      )}
      {contacts?.whatsapp && (
        <ActionAnchor
          kind="plain"
          href={contacts.whatsapp}
          target="_blank"
          rel="noopener noreferrer"
          size={size}
          leftSection={<IconBrandWhatsapp size={20} stroke={1.5} aria-hidden />}
        >
          {t('bids.why.whatsapp')}
        </ActionAnchor>
      )}
    </>
  );
}
