import type { SheetFacts } from '@seri/contract/feed/rows.ts';

/** Data of a lot printed on its sheet; unknown numbers are null. */
export interface SheetLot {
  house: string;
  lotNo: number;
  maker: string;
  model: string;
  grade: string;
  year: number | null;
  month: number | null;
  engineCc: number | null;
  gearbox: string;
  drive: string | null;
  color: string;
  mileageKm: number | null;
  condition: string;
  equip: string;
  chassisNumber: string;
  sheet: SheetFacts;
  /** Only sheets of the demonstration are drawn. */
  isDemo: boolean;
}
