const SHAPE = /^P([1-9]\d{0,14})$/;

/** Returns the number in `P55`; null when the text is not the id of a purchase. */
export function purchaseNumber(text: string): number | null {
  const digits = SHAPE.exec(text)?.[1];
  return digits ? Number(digits) : null;
}
