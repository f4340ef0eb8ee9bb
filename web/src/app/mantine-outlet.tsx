import { Outlet } from '@tanstack/react-router';
import { MantineRoot } from '../ui/theme/mantine-root.tsx';

/** Wraps the screens with forms: Mantine loads with the first of them. */
export const MantineOutlet = () => (
  <MantineRoot>
    <Outlet />
  </MantineRoot>
);
