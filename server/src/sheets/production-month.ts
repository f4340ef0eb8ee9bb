import { isVehicleIdentity, tidyChassis } from '@seri/contract/lots/chassis.ts';

/** A chassis number in its two parts; `serial` is null while only the code is known. */
export interface ChassisNumber {
  code: string;
  serial: number | null;
}

/** Parses `zvw50 - 1234567` into ZVW50 and 1234567; null when it is not a chassis number. */
export function readChassis(typed: string): ChassisNumber | null {
  const text = tidyChassis(typed).replaceAll(' ', '');
  const parts = /^([^-]{1,20})(?:-(\d{0,15}))?$/.exec(text);
  if (!parts?.[1]) return null;
  return { code: parts[1], serial: parts[2] ? Number(parts[2]) : null };
}

/** Completes a typed code with the lot's own serial number, when the codes are equal. */
export function completed(typed: ChassisNumber, ofLot: string | null): ChassisNumber {
  // A masked or cut number identifies no vehicle (business-rules.md#vehicle-identity).
  const known = ofLot !== null && isVehicleIdentity(ofLot) ? readChassis(ofLot) : null;
  return typed.serial === null && known?.code === typed.code ? known : typed;
}
