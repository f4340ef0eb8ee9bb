const DAY_MS = 86_400_000;

/** Start of the sale in milliseconds; when only the day is known, the end of that Japanese day. */
export const startOf = (auctionDate: string): number =>
  auctionDate.length > 10 ? Date.parse(auctionDate) : Date.parse(`${auctionDate}T00:00:00+09:00`) + DAY_MS;
