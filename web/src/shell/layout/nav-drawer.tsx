import { Drawer } from '@mantine/core';
import { useBackButton } from '../../ui/overlays/use-back-button.ts';
import { closingMark, useOpenedAfterMount } from '../../ui/overlays/use-opened-after-mount.ts';
import { MantineRoot } from '../../ui/theme/mantine-root.tsx';
import { t } from '../i18n/i18n.ts';
import css from './nav-drawer.module.css';
import { Sidebar } from './sidebar.tsx';

/** Sidebar on touch screens; slides in from the left. */
export function NavDrawer({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  useBackButton(opened, onClose);
  return (
    <MantineRoot>
      <Drawer
        opened={useOpenedAfterMount(opened)}
        onClose={onClose}
        size={288}
        padding={0}
        withCloseButton={false}
        lockScroll={false}
        transitionProps={{ duration: 200 }}
        attributes={{ content: { 'aria-label': t('shell.menu'), ...closingMark(opened) } }}
        classNames={{ content: css.content, body: css.body }}
      >
        <Sidebar onChoose={onClose} />
      </Drawer>
    </MantineRoot>
  );
}
