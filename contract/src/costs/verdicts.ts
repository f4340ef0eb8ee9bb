/**
 * Whether a vehicle may be imported, from good to bad. `depends`: unknown facts decide. `unknown`: the table says nothing
 * about this country. `sanctioned`: forbidden, and no client may accept the risk.
 */
export const DOOR_VERDICTS = ['allowed', 'needs', 'unknown', 'depends', 'forbidden', 'sanctioned'] as const;
export type DoorVerdict = (typeof DOOR_VERDICTS)[number];

/** Position in {@link DOOR_VERDICTS}: a greater one is stricter. */
export const strictness = (verdict: DoorVerdict): number => DOOR_VERDICTS.indexOf(verdict);

/** Whether the vehicle may not be imported, whatever the facts that are unknown: no total of it is named without saying so. */
export const isProhibited = (verdict: DoorVerdict | undefined): boolean =>
  verdict === 'forbidden' || verdict === 'sanctioned';

/** The filter "may be imported", and the same with lots of which unknown facts decide. */
export const IMPORTABLE: Record<'1' | 'check', readonly DoorVerdict[]> = {
  '1': ['allowed', 'needs'],
  check: ['allowed', 'needs', 'unknown', 'depends'],
};
