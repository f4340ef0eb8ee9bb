/** A lot as its auction house identifies it. */
export interface SourceLot {
  lotId: number;
  house: string;
  lotNo: number;
  auctionDay: string;
  /** Addresses of the known photos. */
  images: readonly string[];
}

interface FindOptions {
  /** Aborted when all requesters have canceled. */
  signal: AbortSignal;
  /** Progress, 0 to 100. */
  onProgress: (percent: number) => void;
}

/** Source of further photos. A provider's adapter writes the photos into the photo store and returns their addresses. */
export interface ExtraPhotoSource {
  /**
   * Addresses (`/p/<key>`) of photos beyond the known ones; empty when the auction house has no more. Throws when the
   * request failed.
   */
  find(lot: SourceLot, options: FindOptions): Promise<string[]>;
}
