/** A client's number as people read and write it: C-0017 for account 17. */
export const clientCode = (userId: number): string => `C-${String(userId).padStart(4, '0')}`;
