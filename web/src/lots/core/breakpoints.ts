import { minWidth } from '../../ui/theme/widths.ts';
/** Below this width cards and sheets replace tables and columns. */
export const DESKTOP_QUERY = minWidth(1024);
