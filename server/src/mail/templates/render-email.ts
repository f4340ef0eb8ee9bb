import type { BrandColors } from '@seri/contract/company/accents.ts';
import { isWordmark, type LogoMark } from '@seri/contract/company/logo.ts';
import { escapeHtml } from './clean-text.ts';
import type { Finds, Paragraph, Words } from './texts.ts';

export interface EmailTemplate {
  words: Words;
  lang: string;
  brand: EmailBranding;
  greeting: string | null;
  /** Target of the button. */
  url: string;
  orAddress: string;
  /** The reason why the reader gets this mail, and where to switch it off. */
  why: Paragraph;
}

export interface EmailBranding {
  company: string;
  colors: BrandColors;
  /** An attached picture. */
  logo: LogoMark | null;
}

/** Content id of the attached company logo. */
export const LOGO_CID = 'logo';

/** The mail as plain text: the same words in the same order. */
export function renderText({ words, brand, greeting, url, why }: EmailTemplate): string {
  const facts = (words.facts ?? []).map(([label, value]) => `${label}: ${value}`).join('\n');
  const plain = (paragraph: Paragraph) =>
    typeof paragraph === 'string' ? paragraph : `${paragraph.text}\n${paragraph.url}`;
  const parts = [
    words.heading,
    greeting,
    ...words.body.map(plain),
    facts,
    ...(words.finds ?? []).map(plainFinds),
    `${words.action}\n${url}`,
    ...words.after.map(plain),
    `-- \n${brand.company}\n${plain(why)}`,
  ];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

const plainFinds = ({ title, url, lots, more }: Finds): string =>
  [
    title,
    ...lots.map((lot) => `- ${lot.name}\n  ${lot.note}\n  ${lot.url}`),
    ...(more ? [`${more}\n${url}`] : []),
  ].join('\n\n');

const FONT =
  "font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans','Helvetica Neue',Arial,'Hiragino Sans',Meiryo,sans-serif";
const INK = '#1c1f24';
const QUIET = '#595f69';
const HAIRLINE = '#dddad2';

// Mail programs with dark mode use this; others use the inline colors.
const styleOf = ({ dark }: BrandColors) => `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.page{background:#14171c !important}
.sheet{background:#1c2027 !important;border-color:#343b46 !important}
.ink{color:#e8e6e1 !important}
.quiet{color:#a7adb7 !important}
.line{border-color:#343b46 !important}
.plate{background:#ffffff !important}
.link{color:${dark.action.text} !important}
.button{background:${dark.action.fill} !important}
}
@media (max-width:600px){.pad{padding-left:20px !important;padding-right:20px !important}}`;

/** The mail as HTML for mail programs: tables and inline styles, no scripts, no remote content. */
export function renderHtml(letter: EmailTemplate): string {
  const { words, lang, brand, greeting, url, orAddress, why } = letter;
  const { action } = brand.colors.light;
  const address = escapeHtml(url);
  const quiet = `${FONT};font-size:13px;line-height:1.45;color:${QUIET}`;
  const body = [...(greeting ? [greeting] : []), ...words.body];
  return `<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(words.subject)}</title>
<style>${styleOf(brand.colors)}</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f6f5f1">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escapeHtml(words.preheader)}</div>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:#f6f5f1">
<tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
<tr><td class="pad" style="padding:0 32px 14px">
<table role="presentation" cellpadding="0" cellspacing="0"><tr>
${brandCells(brand)}
</tr></table>
</td></tr>
<tr><td class="sheet pad" style="background:#ffffff;border:1px solid ${HAIRLINE};border-radius:6px;padding:28px 32px">
<h1 class="ink" style="${FONT};margin:0 0 16px;font-size:20px;line-height:1.25;font-weight:600;color:${INK}">${escapeHtml(words.heading)}</h1>
${body.map((paragraph) => htmlParagraph(paragraph, 'ink', `${FONT};font-size:16px;line-height:1.45;color:${INK}`, action.text)).join('\n')}
${factTable(words)}${(words.finds ?? []).map((finds) => htmlFinds(finds, action.text)).join('')}
<table role="presentation" cellpadding="0" cellspacing="0" style="margin:24px 0 16px"><tr>
<td class="button" style="background:${action.fill};border-radius:6px">
<a href="${address}" style="${FONT};display:inline-block;padding:12px 20px;font-size:16px;font-weight:600;color:#ffffff;text-decoration:none">${escapeHtml(words.action)}</a>
</td></tr></table>
<p class="quiet" style="${quiet};margin:0 0 16px">${escapeHtml(orAddress)}<br><a class="link" href="${address}" style="color:${action.text};word-break:break-all">${address}</a></p>
${words.after.map((paragraph) => htmlParagraph(paragraph, 'quiet', quiet, action.text)).join('\n')}
</td></tr>
<tr><td class="pad" style="padding:14px 32px 0">${htmlParagraph(why, 'quiet', quiet, action.text)}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

const LOGO_HEIGHT = 36;
const LOGO_MAX_WIDTH = 180;
const PLATE = 'padding:4px 6px;border-radius:4px';

/** The logo, or a square in the company's color; the company's name beside it unless the logo contains it. */
function brandCells({ company, colors, logo }: EmailBranding): string {
  const name = `<td class="ink" style="${FONT};padding-left:8px;font-size:16px;font-weight:600;color:${INK}">${escapeHtml(company)}</td>`;
  if (!logo)
    return `<td width="12" valign="middle"><div style="width:12px;height:12px;background:${colors.light.urgent.fill};border-radius:2px;font-size:0;line-height:0">&nbsp;</div></td>${name}`;
  const scale = Math.min(LOGO_HEIGHT / logo.height, LOGO_MAX_WIDTH / logo.width);
  const [width, height] = [logo.width, logo.height].map((side) => Math.round(side * scale));
  // White letters always need a dark background, dark ones need a light background in dark mode.
  const plate = logo.onLight ? '' : ` style="background:#1c2027;${PLATE}"`;
  const kind = logo.onDark ? '' : ` class="plate" style="${PLATE}"`;
  const picture = `<td valign="middle"${plate || kind}><img src="cid:${LOGO_CID}" width="${width}" height="${height}" alt="${isWordmark(logo) ? escapeHtml(company) : ''}" style="display:block"></td>`;
  return isWordmark(logo) ? picture : picture + name;
}

function htmlParagraph(paragraph: Paragraph, kind: string, style: string, linkColor: string): string {
  const open = `<p class="${kind}" style="${style};margin:0 0 12px">`;
  if (typeof paragraph === 'string') return `${open}${escapeHtml(paragraph)}</p>`;
  const address = escapeHtml(paragraph.url);
  const link = `<a class="link" href="${address}" style="color:${linkColor};word-break:break-all">${address}</a>`;
  return `${open}${escapeHtml(paragraph.text)} ${link}</p>`;
}

function factTable({ facts = [] }: Words): string {
  if (facts.length === 0) return '';
  const line = `border-top:1px solid ${HAIRLINE};padding:8px 0;vertical-align:top`;
  const rows = facts.map(
    ([label, value]) =>
      `<tr><td class="quiet line" style="${FONT};${line};padding-right:16px;font-size:14px;line-height:1.45;color:${QUIET};white-space:nowrap">${escapeHtml(label)}</td>` +
      `<td class="ink line" style="${FONT};${line};font-size:14px;line-height:1.45;color:${INK};font-variant-numeric:tabular-nums">${escapeHtml(value)}</td></tr>`,
  );
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:16px 0 0">${rows.join('')}</table>`;
}

function htmlFinds({ title, url, lots, more }: Finds, linkColor: string): string {
  const link = (address: string, text: string, weight: number) =>
    `<a class="link" href="${escapeHtml(address)}" style="color:${linkColor};font-weight:${weight};text-decoration:none">${escapeHtml(text)}</a>`;
  const line = `${FONT};border-top:1px solid ${HAIRLINE};padding:10px 0;font-size:14px;line-height:1.45;color:${INK}`;
  const rows = lots.map(
    (lot) =>
      `<tr><td class="ink line" style="${line}">${link(lot.url, lot.name, 600)}<br><span class="quiet" style="color:${QUIET}">${escapeHtml(lot.note)}</span></td></tr>`,
  );
  if (more)
    rows.push(`<tr><td class="quiet line" style="${line}">${escapeHtml(more)} ${link(url, title, 400)}</td></tr>`);
  return `<h2 class="ink" style="${FONT};margin:24px 0 8px;font-size:16px;line-height:1.25;font-weight:600;color:${INK}">${escapeHtml(title)}</h2>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0">${rows.join('')}</table>`;
}
