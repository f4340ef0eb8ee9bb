import { Button } from '@mantine/core';
import { IconBrandWhatsapp, IconMail } from '@tabler/icons-react';
import { t } from '../shell/i18n.ts';
import { useSettings } from '../shell/settings.ts';

interface ManagerContactProps {
  size?: 'xs' | 'md';
}

/** Ways to the manager that the company has set; none set, none shown. */
export function ManagerContact({ size = 'xs' }: ManagerContactProps) {
  const contacts = useSettings()?.contacts;
  return (
    <>
      {contacts?.message && (
        <Button
          component="a"
          href={contacts.message}
          size={size}
          variant="default"
          leftSection={<IconMail size={20} stroke={1.5} aria-hidden />}
        >
          {t('bids.why.message')}
        </Button>
      )}
      {contacts?.whatsapp && (
        <Button
          component="a"
          href={contacts.whatsapp}
          target="_blank"
          rel="noopener noreferrer"
          size={size}
          variant="default"
          leftSection={<IconBrandWhatsapp size={20} stroke={1.5} aria-hidden />}
        >
          {t('bids.why.whatsapp')}
        </Button>
      )}
    </>
  );
}
