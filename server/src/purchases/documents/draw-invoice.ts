import { shownPhone } from '@seri/contract/auth/fields.ts';
import type { CompanySettingsValues } from '@seri/contract/company/settings.ts';
import type { GlossaryOverrides } from '@seri/contract/lots/glossary-overrides.ts';
import { MILEAGE_MARK_WORDS, markField } from '@seri/contract/lots/mileage.ts';
import { colorIn } from '@seri/contract/lots/vehicle-words.ts';
import { COSTS, type Finances } from '@seri/contract/purchases/finances.ts';
import type { Party } from '@seri/contract/purchases/parties.ts';
import { LANGUAGE } from '@seri/contract/users/routes.ts';
import { readDocumentLogo } from '../../platform/brand.ts';
import { clientCode } from '../../platform/client-code.ts';
import type { Db } from '../../platform/db/db.ts';
import { readGlossaryOverrides } from '../../platform/glossary-overrides.ts';
import { dayText, yenText } from '../../platform/pdf/figures.ts';
import { type Block, renderPdf } from '../../platform/pdf/pdf-document.ts';
import { builtOfRow } from '../built-of-row.ts';
import { financesOf } from '../details.ts';
import { type DetailsRow, findIssued } from '../details-queries.ts';
import { partiesOf } from '../manage/parties.ts';
import { INVOICE_TEXTS } from './invoice-texts.ts';

type Facts = (readonly [string, string])[];

/**
 * Draws the invoice of a purchase as a PDF: the lines and the total of the screen, dated by the last ledger entry, so
 * that the file stays the same until another charge.
 */
export async function drawInvoice(
  db: Db,
  row: DetailsRow,
  { language, settings }: { language: number; settings: CompanySettingsValues },
): Promise<Buffer> {
  const textLanguage = language === LANGUAGE.ru ? 'ru' : 'en';
  const texts = INVOICE_TEXTS[textLanguage];
  const [finances, { consignee }, issued, logo, ownWords] = await Promise.all([
    financesOf(db, row, language),
    partiesOf(db, row, language),
    findIssued(db, row.id),
    readDocumentLogo(db, settings.logo),
    readGlossaryOverrides(db, textLanguage),
  ]);
  const day = issued?.day ?? row.purchased_on;
  return renderPdf({
    title: `${texts.heading} ${row.sku}`,
    language: textLanguage,
    issuedAt: new Date(`${day}T00:00:00+09:00`),
    company: { name: settings.companyName, lines: linesOf(settings.companyAddress), logo },
    heading: texts.heading,
    facts: [
      [texts.number, row.sku],
      [texts.date, dayText(day, textLanguage)],
      [texts.client, clientCode(row.user_id)],
    ],
    addressee: [row.full_name, row.company ?? '', [row.address, row.city].filter(Boolean).join(', ')].filter(Boolean),
    blocks: [
      { kind: 'heading', text: texts.vehicle },
      { kind: 'facts', rows: vehicleFacts(row, textLanguage, ownWords) },
      ...shippingBlocks(row, textLanguage),
      { kind: 'heading', text: texts.consignee },
      { kind: 'text', text: partyText(consignee) },
      { kind: 'heading', text: texts.costs },
      costTable(finances, textLanguage),
      ...bankBlocks(settings, textLanguage),
      { kind: 'text', text: texts.account, small: true },
    ],
    footer: texts.page(settings.companyName, row.sku),
  });
}

type TextLanguage = keyof typeof INVOICE_TEXTS;

function vehicleFacts(row: DetailsRow, textLanguage: TextLanguage, ownWords: GlossaryOverrides): Facts {
  const texts = INVOICE_TEXTS[textLanguage];
  const figure = (value: number | null, unit: string) =>
    value === null ? '' : `${String(value).replaceAll(/\B(?=(\d{3})+$)/g, '\u00a0')}\u00a0${unit}`;
  const built = builtOfRow(row);
  const builtText = built.year === null ? '' : [built.year, built.month].filter(Boolean).join('/');
  const { mileageMark: mark } = markField(row.mileage_mark);
  const known: Facts = [
    [texts.maker, `${row.maker} ${row.model}`],
    [texts.built, builtText],
    [texts.chassis, row.chassis_number],
    [texts.engine, figure(row.displacement_cc, texts.cc)],
    [
      texts.mileage,
      [figure(row.mileage_km, texts.km), mark && MILEAGE_MARK_WORDS[textLanguage][mark]].filter(Boolean).join(', '),
    ],
    [texts.color, colorIn(row.color, textLanguage, ownWords)],
    [texts.bought, texts.lot(row.auction, row.lot_no, dayText(row.purchased_on, textLanguage))],
  ];
  return known.filter(([, value]) => value);
}

/** Empty while the shipping route is unknown. */
function shippingBlocks(row: DetailsRow, textLanguage: TextLanguage): Block[] {
  const texts = INVOICE_TEXTS[textLanguage];
  const { export_port: from, destination: to, etd, eta } = row;
  const known: Facts = [
    [texts.port, from && to ? texts.way(from, to) : (from ?? to ?? '')],
    [texts.ship, [row.shipping_line, row.vessel, row.voyage].filter(Boolean).join(', ')],
    [texts.etd, etd ? dayText(etd, textLanguage) : ''],
    [texts.eta, eta ? dayText(eta, textLanguage) : ''],
  ];
  const rows = known.filter(([, value]) => value);
  if (rows.length === 0) return [];
  return [
    { kind: 'heading', text: texts.shipping },
    { kind: 'facts', rows },
  ];
}

function costTable(finances: Finances, textLanguage: TextLanguage): Block {
  const texts = INVOICE_TEXTS[textLanguage];
  const lines = COSTS.flatMap((kind) => {
    const cost = finances[kind];
    return cost ? [{ cells: [cost.label, yenText(cost.value)] }] : [];
  });
  return {
    kind: 'table',
    columns: [{ heading: texts.what }, { heading: texts.amount, width: 140, right: true }],
    rows: [...lines, { cells: [texts.total, yenText(finances.total)], bold: true }],
  };
}

const bankBlocks = ({ bankDetails }: CompanySettingsValues, textLanguage: TextLanguage): Block[] =>
  bankDetails ? [{ kind: 'facts', rows: [[INVOICE_TEXTS[textLanguage].bank, bankDetails]] }] : [];

const partyText = ({ fullName, address, country, telephone }: Party): string =>
  [fullName, [address, country].filter(Boolean).join(', '), telephone && shownPhone(telephone)]
    .filter(Boolean)
    .join('\n');

const linesOf = (text: string | null): string[] => (text ? text.split('\n') : []);
