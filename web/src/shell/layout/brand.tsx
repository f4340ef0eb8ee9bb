import { isWordmark, type LogoMark, logoPath } from '@seri/contract/company/logo.ts';
import { Logo } from '../../ui/data/logo.tsx';
import { useCompanyName, useSettings } from '../settings.ts';
import css from './brand.module.css';

interface MarkProps {
  /** Height in pixels. */
  size?: number;
  /** Alternative text, needed if no name is beside the mark. */
  alt?: string;
}

/** The company's logo, or the product's mark. */
export function Mark({ size = 26, alt = '' }: MarkProps) {
  const logo = useSettings()?.logo;
  return logo ? <CompanyLogo logo={logo} size={size} alt={alt} /> : <Logo size={size} />;
}

/** Mark and name; a logo that contains the name has no text beside it. */
export function Brand({ size = 26, nameClass }: { size?: number; nameClass?: string | undefined }) {
  const name = useCompanyName();
  const logo = useSettings()?.logo;
  if (logo && isWordmark(logo)) return <CompanyLogo logo={logo} size={size} alt={name} />;
  return (
    <>
      <Mark size={size} />
      <span className={nameClass}>{name}</span>
    </>
  );
}

function CompanyLogo({ logo, size, alt }: { logo: LogoMark; size: number; alt: string }) {
  return (
    <img
      className={css.logo}
      src={logoPath(logo)}
      alt={alt}
      height={size}
      width={Math.round((size * logo.width) / logo.height)}
      data-plate={logo.onLight ? (logo.onDark ? undefined : 'in-dark') : 'in-light'}
    />
  );
}
