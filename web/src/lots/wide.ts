/** Below this width tables and columns give way to cards and sheets. */
export const WIDE = '(min-width: 1024px)';
