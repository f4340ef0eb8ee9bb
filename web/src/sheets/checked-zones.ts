import { readStored, writeStored } from '../shell/i18n/storage.ts';

/** Parts of a sheet that a buyer checks. */
export const ZONES = ['vehicle', 'grades', 'mileage', 'diagram', 'inspector', 'equipment', 'papers'] as const;
export type Zone = (typeof ZONES)[number];

/** Maximum number of lots with stored checks; the least recently used is dropped first. */
const MAX_LOTS = 60;

type StoredChecks = [lotId: string, zones: Zone[]][];

const isZone = (value: unknown): value is Zone => ZONES.includes(value as Zone);

function readChecks(): StoredChecks {
  try {
    const list: unknown = JSON.parse(readStored('sheetChecks') ?? '[]');
    if (!Array.isArray(list)) return [];
    return list.flatMap((entry): StoredChecks => {
      const [lotId, zones] = Array.isArray(entry) ? entry : [];
      return typeof lotId === 'string' && Array.isArray(zones) ? [[lotId, zones.filter(isZone)]] : [];
    });
  } catch {
    return [];
  }
}

export const checkedZones = (lotId: string): Zone[] => readChecks().find(([id]) => id === lotId)?.[1] ?? [];

/** Checks or unchecks a zone of a lot's sheet; returns the zones checked now. */
export function toggleZone(lotId: string, zone: Zone): Zone[] {
  const before = checkedZones(lotId);
  const zones = before.includes(zone) ? before.filter((other) => other !== zone) : [...before, zone];
  const others = readChecks().filter(([id]) => id !== lotId);
  const all: StoredChecks = zones.length > 0 ? [[lotId, zones], ...others] : others;
  writeStored('sheetChecks', JSON.stringify(all.slice(0, MAX_LOTS)));
  return zones;
}
