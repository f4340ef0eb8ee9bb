/**
 * A client code in a bank's text, in Latin or Cyrillic: `C-0017`, `c0017`. At least four digits, so that a model such
 * as C 180 does not match.
 */
const CODE = /(?<![\p{L}\p{N}])[CcСс]-?(\d{4,9})(?!\p{N})/gu;

/** The client numbers in a transfer's reference, each once; only a single one identifies the client. */
export const clientsNamed = (reference: string): number[] => [
  ...new Set([...reference.normalize('NFKC').matchAll(CODE)].map(([, digits]) => Number(digits))),
];
