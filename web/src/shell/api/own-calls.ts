/** The page without data or user, for navigations without a network. */
export const SHELL_ADDRESS = '/app-shell';
/** When an answer of this device was current; only such answers have it. */
export const AS_OF_HEADER = 'seri-as-of';
/** The account that an answer belongs to. */
export const ACCOUNT_HEADER = 'signed-in-account';

const PAGES = 'car-auction|stock|stats|bikes|bike-stats';
/** Lists and records of the user, and what every screen needs. Neither money that moves nor other people's data. */
const OWN = new RegExp(
  [
    '^/v1/(?:',
    'user/view-profile|site/(?:company-settings|menu-counters|lot-words|get-country-list|get-language)',
    '|bid/(?:my-bid|filters|history|history-filters|chat)|favorite/(?:listing|list-groups)',
    '|purchased-cars/(?:view-car)?|notifications/list|user/my-search|payments/(?:balance)?',
    `|(?:${PAGES})/view-lot`,
    ')$',
  ].join(''),
);
const LOT = new RegExp(`^/v1/(?:${PAGES})/view-lot$`);

type Address = Pick<URL, 'pathname' | 'searchParams'>;

/** A call whose answer is kept for reading without a network. Managers' views of clients are not. */
export const isOwnCall = ({ pathname, searchParams }: Address): boolean =>
  OWN.test(pathname) && !(pathname.endsWith('view-profile') && searchParams.has('userId'));

export const isProfile = ({ pathname }: Address): boolean => pathname === '/v1/user/view-profile';
export const isLot = ({ pathname }: Address): boolean => LOT.test(pathname);
/** Files, documents and calls that are opened as a page are not screens. */
export const isScreen = ({ pathname }: Pick<URL, 'pathname'>): boolean =>
  !/^\/(?:v1|p|s|og|brand|assets)\//.test(pathname);
