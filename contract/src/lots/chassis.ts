/**
 * Chassis numbers (business-rules.md#vehicle-identity). Japanese frames are `NHP10-7654321`: the model code, a dash and
 * the serial number. Vehicles built elsewhere have a VIN of 17 characters without a code. Auction houses mask numbers,
 * cut them, or give the model alone; none of these identifies a vehicle. The database implements the same rules as
 * `tidy_chassis`, `chassis_code_of` and `is_vehicle_identity`; a test compares them.
 */

/** Every hyphen, dash and minus sign that replaces the plain one, the Japanese long-vowel mark included. */
const DASHES = /[\u00ad\u2010-\u2015\u2043\u207b\u208b\u2212\u2500\u2501\u30fc\u30a0\ufe58]/gu;
/** The emission class before the model code: `DAA-`, `6AA-`, `EBL-`, `GH-`, `E-`. */
const EMISSION_BEFORE_CODE =
  /^(?:[A-Z]{1,2}|[A-Z2-9][A-Z][A-GJ-L])-(?=[A-Z]{1,6}\d{1,3}(?:[A-Z][A-Z0-9]{0,5})?(?:-|$))/;
/** Codes of some makers are digits alone (`DBA-204048`) or begin with one (`ABA-8PCAX`), after the usual classes. */
const EMISSION_BEFORE_DIGITS =
  /^(?:[ABCDFLMQRZ][ABCDL][A-G]|[2-9][ABCDL][A-G])-(?=[1-9]\d{5}[A-Z]?(?:-|$)|\d{1,3}[A-Z])/;
const CODE_AND_SERIAL = /^([A-Z]{1,6}\d[A-Z0-9]{0,6}) (\d{4,})$/;
const VIN = /^[A-HJ-NPR-Z0-9]{17}$/;
/** Shape of a frame's code; longer texts without a dash are numbers that lost it, or cut VINs. */
const CODE = /^[A-Z0-9]{2,10}$/;
const MASK = /X{2,}/;
const SERIAL = /^[A-WYZ]{0,2}\d{4,12}$/;
const NOTHING_BUT_ZEROS = /^\D*0+$/;
const VIN_SERIAL = /\d{4}$/;
/** Some makers fill up to three positions of a VIN with X; four are a mask. */
const VIN_MASK = /X{4,}/;

/** Normalizes a chassis number: upper-case letters and digits, plain dashes, without the emission class. */
export function tidyChassis(chassis: string): string {
  const text = chassis
    .normalize('NFKC')
    .replace(DASHES, '-')
    .toUpperCase()
    .trim()
    .replace(/\s*-\s*/g, '-')
    .replace(/\s+/g, ' ')
    .replace(CODE_AND_SERIAL, '$1-$2');
  return text.replace(EMISSION_BEFORE_CODE, '').replace(EMISSION_BEFORE_DIGITS, '');
}

/** The model code of a tidy chassis number, for filters and lists; empty where there is none, as in a VIN. */
export function chassisCodeOf(tidy: string): string {
  const dash = tidy.indexOf('-');
  const code = dash === -1 ? tidy : tidy.slice(0, dash);
  return CODE.test(code) && !MASK.test(code) ? code : '';
}

/** Whether a tidy chassis number identifies a vehicle: a serial part of at least four digits, nothing masked. */
export function isVehicleIdentity(tidy: string): boolean {
  if (VIN.test(tidy)) return VIN_SERIAL.test(tidy) && !NOTHING_BUT_ZEROS.test(tidy.slice(-6)) && !VIN_MASK.test(tidy);
  const dash = tidy.lastIndexOf('-');
  if (dash <= 0) return false;
  const [before, serial] = [tidy.slice(0, dash), tidy.slice(dash + 1)];
  return (
    before.split('-').every((part) => CODE.test(part) && !MASK.test(part)) &&
    SERIAL.test(serial) &&
    !NOTHING_BUT_ZEROS.test(serial)
  );
}
