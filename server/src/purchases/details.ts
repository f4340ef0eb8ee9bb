import type { ReplyOf } from '@seri/contract/http.ts';
import { markField } from '@seri/contract/lots/mileage.ts';
import type { PageType } from '@seri/contract/lots/page-types.ts';
import { photoAddressesOf } from '@seri/contract/photos/names.ts';
import { BOOKED_COSTS, COSTS, type Cost, FEE_KINDS, type Finances } from '@seri/contract/purchases/finances.ts';
import { CHECKLIST_DOCUMENTS, type ChecklistRow, defaultDueDay } from '@seri/contract/purchases/papers.ts';
import { canEditParties } from '@seri/contract/purchases/parties.ts';
import type { purchasedDetails } from '@seri/contract/purchases/routes.ts';
import type { Db } from '../platform/db/db.ts';
import { unprintableLetters } from '../platform/pdf/unprintable.ts';
import { builtOfRow } from './built-of-row.ts';
import { type DetailsRow, findDocuments, findDueDates, findSteps } from './details-queries.ts';
import { findFees } from './fee-queries.ts';
import { costLabels, statusList } from './labels.ts';
import { partiesOf } from './manage/parties.ts';

export type Details = ReplyOf<typeof purchasedDetails>;

interface Reader {
  language: number;
  mayInvoice: boolean;
}

/** Address of the invoice of a purchase. */
const invoicePath = (purchaseId: number): string => `/v1/payments/invoice?id=P${purchaseId}`;

export async function toDetails(db: Db, row: DetailsRow, { language, mayInvoice }: Reader): Promise<Details> {
  const [finances, parties, documents, dueDates, steps] = await Promise.all([
    financesOf(db, row, language),
    partiesOf(db, row, language),
    findDocuments(db, row.id),
    findDueDates(db, row.id),
    findSteps(db, row.id),
  ]);
  const unprintable = mayInvoice ? await unprintableLetters(namesOnInvoice(row, parties)) : [];
  const images = photoAddressesOf(row.images);
  return {
    success: true,
    statusList: statusList(language),
    carDetail: {
      id: `P${row.id}`,
      carId: String(row.lot_id),
      pageType: pageTypeOf(row),
      title: `${row.maker} ${row.model}`,
      model: row.model,
      yearMonth: yearMonth(row),
      chassis: row.chassis_number,
      mileage: row.mileage_km,
      ...markField(row.mileage_mark),
      engine: row.displacement_cc,
      color: row.color,
      purchaseDate: row.purchased_on,
      auction: row.auction,
      lotNo: row.lot_no,
    },
    finances,
    estimate: row.estimate,
    ...parties,
    partiesEditable: canEditParties(row.status),
    logistics: logisticsOf(row),
    steps: steps.some(({ status }) => status === 0) ? steps : [{ status: 0, reachedOn: row.purchased_on }, ...steps],
    lotImages: { images, thumbnails: images.map((image) => `${image}?w=160`) },
    documents: documents
      .filter(({ kind }) => mayInvoice || kind !== 'invoice')
      .map(
        ({ id, kind, name, type }) =>
          ({ documentId: id, name, path: `/v1/files/${id}`, type, kind }) as Details['documents'][number],
      ),
    checkList: checkListOf(row, documents, dueDates),
    note: row.note,
    invoiceAvailable: mayInvoice,
    invoiceUrl: mayInvoice ? invoicePath(row.id) : null,
    ...(unprintable.length > 0 ? { invoiceUnprintable: unprintable } : {}),
  };
}

const namesOnInvoice = (row: DetailsRow, { consignee }: Awaited<ReturnType<typeof partiesOf>>): (string | null)[] => [
  row.full_name,
  row.company,
  row.address,
  row.city,
  consignee.fullName,
  consignee.address,
];

/** Returns the cost lines and the ledger's total; a remainder without a line of its own becomes one line. */
export async function financesOf(db: Db, row: DetailsRow, language: number): Promise<Finances> {
  const amounts: Partial<Record<Cost, number>> = {
    carPrice: row.car_price_yen,
    agentFee: row.agent_fee_yen,
    haulage: row.haulage_yen,
    ...(await findFees(db, row.id)),
  };
  const named = [...BOOKED_COSTS, ...FEE_KINDS].reduce((sum, kind) => sum + (amounts[kind] ?? 0), 0);
  amounts.corrections = row.total_yen - named;
  const labels = costLabels(language);
  const lines = COSTS.flatMap((kind) => {
    const value = amounts[kind] ?? 0;
    return value === 0 ? [] : [[kind, { value, label: labels[kind] }] as const];
  });
  return { ...Object.fromEntries(lines), total: row.total_yen } as Finances;
}

const logisticsOf = (row: DetailsRow): Details['logistics'] => ({
  status: row.status,
  purchaseDate: row.purchased_on,
  stockYard: row.stock_yard,
  yardArrivalEta: row.yard_arrival_eta,
  typeOfExport: row.export_type,
  exportPort: row.export_port,
  shippingLine: row.shipping_line,
  vessel: row.vessel,
  voyage: row.voyage,
  destination: row.destination,
  dischargePort: row.discharge_port,
  etd: row.etd,
  eta: row.eta,
});

/** The portal's own invoice exists from the first day; the others exist once they are uploaded. */
function checkListOf(
  row: DetailsRow,
  documents: readonly { kind: string }[],
  agreed: readonly { kind: string; due_on: string }[],
): ChecklistRow[] {
  return CHECKLIST_DOCUMENTS.map((kind) => ({
    kind,
    dueOn:
      agreed.find((due) => due.kind === kind)?.due_on ??
      defaultDueDay(kind, { boughtOn: row.purchased_on, etd: row.etd }),
    isDone: kind === 'invoice' || documents.some((document) => document.kind === kind),
  }));
}

function pageTypeOf({ vehicle, lot_source }: DetailsRow): PageType {
  if (lot_source === 'stock') return 'stock';
  return vehicle === 'bike' ? 'bikes' : 'car-auction';
}

function yearMonth(row: DetailsRow): string {
  const { year, month } = builtOfRow(row);
  if (year === null) return '';
  return month === null ? String(year) : `${year}/${String(month).padStart(2, '0')}`;
}
