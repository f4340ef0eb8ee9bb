import { from } from '../../ui/theme/widths.ts';
/** Below this width tables and columns give way to cards and sheets. */
export const DESKTOP_QUERY = from(1024);
