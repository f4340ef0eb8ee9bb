/** One vehicle, the figures of every step to its total, and the verdict. Facts that are not named have a usual value. */
export interface Example {
  name: string;
  auctionDay: string;
  vehicle: {
    hammerYen: number;
    port?: string;
    typeCode?: string;
    fuel?: 'petrol' | 'electric';
    hybrid?: string;
    engineCc?: number;
    powerPs?: number;
    power30MinutePs?: number;
    co2GPerKm?: number;
    steering?: string;
    /** `YYYY-MM`. */
    registered?: string;
    built?: string;
    /** Length, width and height in millimeters. */
    dimensions?: number[];
    referenceValue?: number;
  };
  steps: {
    arrival: string;
    ageMonths?: number;
    builtMonths?: number;
    fob?: number;
    cif: number;
    freight?: number;
    insurance?: number;
    /** The value for customs. */
    value?: number;
    duty?: number;
    excise?: number;
    tax?: number;
    clearance?: number;
    recycling?: number;
    levy?: number;
    portFees?: number;
  };
  total: number;
  /** The dearest case; null without a known limit. */
  most: number | null;
  verdict: string;
}
