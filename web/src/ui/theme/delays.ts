/** Debounces and display times in milliseconds (business-rules.md#delays). */
export const DELAY_MS = {
  autobid: 400,
  bidFilter: 1_500,
  /** Filters and texts of listings, and typed days. */
  field: 700,
  weekDay: 500,
  quickSearchDesktop: 1_500,
  lotSearch: 700,
  selectedCar: 500,
  paymentType: 400,
  notification: 400,
  clientSearch: 300,
  highlight: 500,
  chatClear: 100,
  modalReset: 1_000,
  /** After a tap; a pointer closes it by leaving. */
  tooltip: 2_000,
  copied: 3_000,
} as const;
