/** Pages with texts of the company; each has its own address in the web app. */
export const PAGE_NAMES = ['about', 'how-to-buy', 'make-an-order', 'dashboard', 'go-net', 'terms', 'privacy'] as const;
export type PageName = (typeof PAGE_NAMES)[number];
