/** Client code as it stands in a bank's text, in Latin or Cyrillic: `C-0017`, `c0017`. Four digits at least, so that a model such as C 180 is none. */
const CODE = /(?<![\p{L}\p{N}])[CcСс]-?(\d{4,9})(?!\p{N})/gu;

/** The client numbers a transfer's reference names, each once; one alone tells whose money it is. */
export const clientsNamed = (reference: string): number[] => [
  ...new Set([...reference.normalize('NFKC').matchAll(CODE)].map(([, digits]) => Number(digits))),
];
