interface Entry {
  url: string;
  revision: string | null;
  size: number;
}

/** Screens of managers, charts and forms of accounts: nobody needs them without a network. */
const ONLINE_ONLY =
  /assets\/(?:CartesianChart|.*[Cc]hart|recharts|.*manager|.*bid-day|clients?-screen|client-money|deposits|.*import|names|words|second-factor|sign-up|change-password|forgot|compare|passkey|demo-mail|manual|swagger)/;

/** The part of the build that the service worker loads ahead: frame, own lists and lots, in both languages. */
export const readableOffline = async (entries: Entry[]): Promise<{ manifest: Entry[]; warnings: string[] }> => ({
  manifest: entries.filter(({ url }) => !ONLINE_ONLY.test(url)),
  warnings: [],
});
