import { type BrandColors, brandColors } from '@seri/contract/company/accents.ts';
import type { LogoMark } from '@seri/contract/company/logo.ts';
import type { CompanySettingsValues } from '@seri/contract/company/settings.ts';
import sharp from 'sharp';
import type { Db, Tx } from './db/db.ts';

/** The company's branding on pages, emails and documents. */
export interface Brand {
  name: string;
  colors: BrandColors;
  logo: Logo | null;
}

export interface Logo extends LogoMark {
  /** PNG, possibly with transparent parts. */
  image: Buffer;
}

type Chosen = Pick<CompanySettingsValues, 'companyName' | 'actionColor' | 'urgentColor' | 'logo'>;

/** Returns the branding from the settings, with the stored logo. */
export async function readBrand(db: Db | Tx, settings: Chosen): Promise<Brand> {
  return { name: settings.companyName, colors: brandColors(settings), logo: await readLogo(db, settings.logo) };
}

/** Returns the picture of a stored logo; null when none is chosen or it was deleted meanwhile. */
export async function readLogo(db: Db | Tx, mark: LogoMark | null): Promise<Logo | null> {
  if (!mark) return null;
  const row = await db.selectFrom('company_logos').select('image').where('hash', '=', mark.hash).executeTakeFirst();
  return row ? { ...mark, image: row.image } : null;
}

const INK_GROUND = '#1c2027';

/** The logo for documents, which have a white background. */
export async function readDocumentLogo(db: Db | Tx, mark: LogoMark | null): Promise<Logo | null> {
  const logo = await readLogo(db, mark);
  return logo && onLightBackground(logo);
}

/** Returns the logo without transparent parts on a light background; a logo with white lettering gets a dark plate. */
export async function onLightBackground(logo: Logo, ground = '#ffffff'): Promise<Logo> {
  const background = logo.onLight ? ground : INK_GROUND;
  return { ...logo, image: await sharp(logo.image).flatten({ background }).png().toBuffer() };
}
