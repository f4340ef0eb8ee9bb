/** A lot as its house knows it. */
export interface AskedLot {
  lotId: number;
  house: string;
  lotNo: number;
  auctionDay: string;
  /** Addresses of the photos that are known. */
  images: readonly string[];
}

interface Asking {
  /** Everybody who asked has given up. */
  signal: AbortSignal;
  /** How much is done, 0 to 100. */
  onProgress: (percent: number) => void;
}

/** Where further photos come from. A provider's own adapter puts what it finds into the photo store and names it here. */
export interface ExtraPhotoSource {
  /** Addresses (`/p/<key>`) of photos beyond the known ones, an empty list when the house has no more. Throws when it could not ask. */
  find(lot: AskedLot, asking: Asking): Promise<string[]>;
}
