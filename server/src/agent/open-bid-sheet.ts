import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OpenBid } from '@seri/contract/agent/sheet-routes.ts';
import { stringify } from 'csv-stringify/sync';
import type { Db } from '../platform/db/db.ts';
import { japanIso } from '../platform/i18n/japan-time.ts';
import { findOpenBids, type OpenBids } from './open-bid-queries.ts';

const STATES: Record<OpenBid['state'], string> = {
  waiting: 'waiting to be sent',
  sent: 'sent, not yet confirmed',
  acknowledged: 'confirmed by the agent',
  failed: 'FAILED, not at the agent',
  'withdrawal-waiting': 'withdrawal waiting to be sent',
  'withdrawal-sent': 'withdrawal sent, not yet confirmed',
  withdrawn: 'withdrawn',
  'withdrawal-failed': 'withdrawal FAILED',
  'group-waits': 'NOT AT THE AGENT: queued in its group',
  'not-forwarded': 'NOT AT THE AGENT: not forwarded',
  'other-bid-leads': 'NOT AT THE AGENT: another bid is higher',
};

const grouped = (amountYen: number): string => String(amountYen).replaceAll(/\B(?=(\d{3})+$)/g, ',');

/** Heading and cell of the CSV columns that the HTML page puts above each table. */
const DAY_AND_HOUSE: readonly (readonly [string, (bid: OpenBid) => string])[] = [
  ['Auction day', (bid) => bid.auctionDay],
  ['House', (bid) => bid.house],
];
const COLUMNS: readonly (readonly [string, (bid: OpenBid) => string | number])[] = [
  ['Time in Japan', (bid) => (bid.timeKnown ? bid.auctionAt.slice(11, 16) : '')],
  ['Lot', (bid) => bid.lotNo],
  ['Vehicle', (bid) => bid.vehicle],
  ['Chassis', (bid) => bid.chassis],
  ['Max bid (yen)', (bid) => bid.maxYen],
  ['Overbid (yen)', (bid) => bid.overbidYen],
  ['At most (yen)', (bid) => bid.atMostYen],
  ['Client', (bid) => bid.clientId],
  ['Group', (bid) => bid.group ?? ''],
  ['Order', (bid) => STATES[bid.state]],
  ['Not forwarded', (bid) => (bid.notForwarded ? 'NOT FORWARDED' : '')],
];

/** Writes `open-bids.csv` and `open-bids.html`, even without changes: the time at the top shows their age. */
export async function writeOpenBids({ db, dir }: { db: Db; dir: string }): Promise<void> {
  const open = await findOpenBids(db);
  await mkdir(dir, { recursive: true, mode: 0o700 });
  await replaceFile(join(dir, 'open-bids.csv'), openBidsCsv(open));
  await replaceFile(join(dir, 'open-bids.html'), openBidsHtml(open));
}

/** Replaces a file atomically: readers, and the disk after a power failure, have the old or the new content. */
async function replaceFile(path: string, content: string): Promise<void> {
  const part = `${path}.${process.pid}.part`;
  await writeFile(part, content, { mode: 0o600, flush: true });
  await rename(part, path);
}

const writtenAt = (now: Date): string => `${japanIso(now).slice(0, 19).replace('T', ' ')} (time in Japan)`;

function openBidsCsv({ now, bids }: OpenBids): string {
  const columns = [...DAY_AND_HOUSE, ...COLUMNS];
  return stringify(
    [
      [`Open bids written ${writtenAt(now)}`],
      columns.map(([heading]) => heading),
      ...bids.map((bid) => columns.map(([, cell]) => cell(bid))),
    ],
    // Formulas are escaped: a spreadsheet must not execute text written by a client or an auction house.
    { bom: true, escape_formulas: true, record_delimiter: 'windows' },
  );
}

const STYLE = `body{font:12px/1.35 system-ui,sans-serif;margin:16px;color:#000;background:#fff}
h1{font-size:18px;margin:0 0 4px}h2{font-size:14px;margin:20px 0 6px}
table{border-collapse:collapse;width:100%}
th,td{border:1px solid #999;padding:3px 6px;text-align:left;vertical-align:top}
thead{display:table-header-group}tr{break-inside:avoid}h2{break-after:avoid}
.number{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}
.apart td{background:#eee;font-weight:600}
@page{size:A4 landscape;margin:10mm}
@media print{body{margin:0;font-size:10px}}`;

function openBidsHtml({ now, bids }: OpenBids): string {
  const sheets = Map.groupBy(bids, ({ auctionDay, house }) => `${auctionDay} · ${house}`);
  const tables = [...sheets].map(([title, rows]) => `<h2>${escapeHtml(title)}</h2>\n${tableOf(rows)}`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Open bids</title>
<style>
${STYLE}
</style>
</head>
<body>
<h1>Open bids</h1>
<p>Written ${writtenAt(now)}. Bids: ${bids.length}. If this time is more than two minutes ago, the portal has not written since.</p>
${tables.join('\n') || '<p>No open bids.</p>'}
</body>
</html>
`;
}

const NOT_AT_THE_AGENT: readonly OpenBid['state'][] = ['failed', 'group-waits', 'not-forwarded', 'other-bid-leads'];

function tableOf(bids: readonly OpenBid[]): string {
  const head = COLUMNS.map(([heading]) => `<th>${heading}</th>`).join('');
  const rows = bids.map((bid) => {
    const mark = NOT_AT_THE_AGENT.includes(bid.state) ? ' class="apart"' : '';
    return `<tr${mark}>${COLUMNS.map(([heading, cell]) => htmlCell(heading, cell(bid))).join('')}</tr>`;
  });
  return `<table>\n<thead><tr>${head}</tr></thead>\n<tbody>\n${rows.join('\n')}\n</tbody>\n</table>`;
}

function htmlCell(heading: string, value: string | number): string {
  if (typeof value === 'string') return `<td>${escapeHtml(value)}</td>`;
  return `<td class="number">${heading.endsWith('(yen)') ? grouped(value) : value}</td>`;
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
