/** Deadlock and serialization failure. */
const CONFLICTS = ['40P01', '40001'];

/** True if the transaction was ended because of a concurrent one, so that it may be run again. */
export const isConflict = (error: unknown): boolean => CONFLICTS.includes((error as { code?: string }).code ?? '');
