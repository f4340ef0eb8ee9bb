import { type BrandColors, brandColors } from '@seri/contract/company/accents.ts';
import type { LogoMark } from '@seri/contract/company/logo.ts';
import type { CompanySettingsValues } from '@seri/contract/company/settings.ts';
import sharp from 'sharp';
import type { Db, Tx } from './db/db.ts';

/** How the company looks wherever something is drawn or written in its name. */
export interface Brand {
  name: string;
  colors: BrandColors;
  logo: Logo | null;
}

export interface Logo extends LogoMark {
  /** PNG, perhaps with transparent parts. */
  image: Buffer;
}

type Chosen = Pick<CompanySettingsValues, 'companyName' | 'actionColor' | 'urgentColor' | 'logo'>;

export async function readBrand(db: Db | Tx, settings: Chosen): Promise<Brand> {
  return { name: settings.companyName, colors: brandColors(settings), logo: await readLogo(db, settings.logo) };
}

/** The picture of a kept logo; null where none is chosen, or it is gone already. */
export async function readLogo(db: Db | Tx, mark: LogoMark | null): Promise<Logo | null> {
  if (!mark) return null;
  const row = await db.selectFrom('company_logos').select('image').where('hash', '=', mark.hash).executeTakeFirst();
  return row ? { ...mark, image: row.image } : null;
}

const INK_GROUND = '#1c2027';

/** For papers, which are white. */
export async function readPaperLogo(db: Db | Tx, mark: LogoMark | null): Promise<Logo | null> {
  const logo = await readLogo(db, mark);
  return logo && onPaper(logo);
}

/** Without transparent parts, on a light ground; white letters get a dark plate. */
export async function onPaper(logo: Logo, ground = '#ffffff'): Promise<Logo> {
  const background = logo.onLight ? ground : INK_GROUND;
  return { ...logo, image: await sharp(logo.image).flatten({ background }).png().toBuffer() };
}
