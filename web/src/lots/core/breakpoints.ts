import { from } from '../../ui/theme/widths.ts';
/** Below this width cards and sheets replace tables and columns. */
export const DESKTOP_QUERY = from(1024);
