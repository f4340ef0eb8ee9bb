import * as z from 'zod/mini';

/** Documents required for every exported car; each stays on the checklist until a document of its kind exists. */
export const CHECKLIST_DOCUMENTS = ['invoice', 'exportCertificate', 'deregistration', 'billOfLading'] as const;
export type ChecklistDocument = (typeof CHECKLIST_DOCUMENTS)[number];

export const DOCUMENT_KINDS = [...CHECKLIST_DOCUMENTS, 'other'] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

/** Detected from a file's content, never from its name. */
export const DOCUMENT_TYPES = ['pdf', 'jpg', 'png'] as const;
export type DocumentType = (typeof DOCUMENT_TYPES)[number];

export const MAX_DOCUMENT_BYTES = 10 * 1024 ** 2;
export const MAX_DOCUMENTS = 50;

export const purchaseDocument = z.object({
  documentId: z.int(),
  name: z.string(),
  /** Download path, for readers who may see the purchase. */
  path: z.string(),
  type: z.enum(DOCUMENT_TYPES),
  kind: z.enum(DOCUMENT_KINDS),
});

export const checklistRow = z.object({
  kind: z.enum(CHECKLIST_DOCUMENTS),
  /** A day in Japan; null while it cannot be determined. */
  dueOn: z.nullable(z.string()),
  isDone: z.boolean(),
});
export type ChecklistRow = z.infer<typeof checklistRow>;

const DAYS_AFTER_PURCHASE = { invoice: 0, exportCertificate: 14, deregistration: 14 } as const;
const BILL_AFTER_DEPARTURE = 5;

/** The default due day of a document: counted from the purchase, for the bill of lading from the departure. */
export function defaultDueDay(kind: ChecklistDocument, { boughtOn, etd }: { boughtOn: string; etd: string | null }) {
  if (kind === 'billOfLading') return etd && dayAfter(etd, BILL_AFTER_DEPARTURE);
  return dayAfter(boughtOn, DAYS_AFTER_PURCHASE[kind]);
}

function dayAfter(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}
