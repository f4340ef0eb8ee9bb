import { IconMoon, IconSun } from '@tabler/icons-react';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { t } from '../i18n/i18n.ts';
import { useTheme } from './theme.ts';

export function ThemeToggle() {
  const { theme, toggle } = useTheme();
  const Icon = theme === 'dark' ? IconSun : IconMoon;
  return (
    <IconButton name={theme === 'dark' ? t('shell.lightTheme') : t('shell.darkTheme')} onClick={toggle}>
      <Icon size={20} stroke={1.5} aria-hidden />
    </IconButton>
  );
}
