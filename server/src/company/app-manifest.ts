import { brandColors } from '@seri/contract/company/accents.ts';
import type { CompanySettingsValues } from '@seri/contract/company/settings.ts';
import sharp from 'sharp';
import { readLogo } from '../platform/brand.ts';
import { readSettings } from '../platform/company-settings.ts';
import type { Db } from '../platform/db/db.ts';
import { quoted } from '../platform/http/quoted.ts';

type Look = Pick<CompanySettingsValues, 'companyName' | 'actionColor' | 'urgentColor' | 'logo'>;

const PAPER = '#ffffff';
const INK = '#1c2027';
/** Systems cut a maskable icon to any shape inside this part of it. */
const SAFE_PART = 0.66;

/** The manifest that makes the portal installable, in the company's branding. */
export function appManifest(settings: Look) {
  const { companyName, logo } = settings;
  const look = logo?.hash ?? settings.urgentColor.slice(1);
  const icon = (side: number, purpose: 'any' | 'maskable') => ({
    ...{ src: `/brand/app/${look}-${side}-${purpose}.png`, sizes: `${side}x${side}`, type: 'image/png', purpose },
  });
  const screenshot = (file: string, sizes: string, form_factor: 'narrow' | 'wide', label: string) => ({
    ...{ src: `/${file}`, sizes, type: 'image/jpeg', form_factor, label },
  });
  return {
    id: '/',
    name: companyName,
    short_name: companyName.slice(0, 30),
    description: 'Cars and motorcycles at Japanese auctions: find, bid, and track your purchase.',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: PAPER,
    theme_color: PAPER,
    icons: [icon(192, 'any'), icon(512, 'any'), icon(192, 'maskable'), icon(512, 'maskable')],
    screenshots: [
      screenshot('app-phone-list.jpg', '390x844', 'narrow', 'Auction list'),
      screenshot('app-phone-lot.jpg', '390x844', 'narrow', 'Lot'),
      screenshot('app-wide.jpg', '1280x800', 'wide', 'Auction list'),
    ],
    shortcuts: [
      { name: 'Bids', url: '/bids' },
      { name: 'Favorites', url: '/favorites/A' },
    ],
  };
}

/** Draws the square icon of the app: the company's logo, or the product's mark in the company's colour. */
export async function drawAppIcon(db: Db, side: number, isMaskable: boolean): Promise<Buffer> {
  const settings = await readSettings(db);
  const logo = await readLogo(db, settings.logo);
  const { fill } = brandColors(settings).light.urgent;
  const inner = isMaskable ? Math.round(side * SAFE_PART) : side;
  const content = logo ? logo.image : Buffer.from(productLogo(settings.companyName, fill));
  const transparent = { r: 0, g: 0, b: 0, alpha: 0 };
  const mark = await sharp(content, { density: 1_200 })
    .resize(inner, inner, { fit: 'contain', background: transparent })
    .png()
    .toBuffer();
  // The product's mark has a ground of its own colour, a logo one on which it is visible.
  const ground = logo ? (logo.onLight ? PAPER : INK) : fill;
  const background = isMaskable || logo ? ground : transparent;
  return sharp({ create: { width: side, height: side, channels: 4, background } })
    .composite([{ input: mark, gravity: 'centre' }])
    .png()
    .toBuffer();
}

/** The product's logo, the same as in web/src/ui/data/logo.tsx. */
export const productLogo = (company: string, fill: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 26 26"><title>${quoted(company)}</title><rect width="26" height="26" rx="4" fill="${fill}"/><path d="M4.6 10.8 21.4 9.2M16.8 5v8.4q0 1.8-2 1.8M9.2 6.2v11.6q0 2.6 2.8 2.6h6.6" fill="none" stroke="#fff" stroke-width="2.1" stroke-linecap="square"/></svg>`;
