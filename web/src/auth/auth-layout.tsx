import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { paths } from '../app/paths.ts';
import { Brand } from '../shell/layout/brand.tsx';
import { DemoBanner } from '../shell/layout/demo-banner.tsx';
import { usePageTitle } from '../shell/layout/page-title.ts';
import { PlainPage } from '../shell/layout/plain-page.tsx';
import css from './auth-layout.module.css';

/** A title of more characters is a sentence, and set smaller. */
const LONG = 28;

interface AuthLayoutProps {
  title: string;
  lead?: ReactNode;
  /** For a form in two columns. */
  wide?: boolean;
  children?: ReactNode;
}

/** The page around a form for people who are not signed in. When its stage changes, its new title takes the focus. */
export function AuthLayout({ title, lead, wide, children }: AuthLayoutProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(title);
  usePageTitle({ title });
  useEffect(() => {
    if (shown.current !== title) heading.current?.focus();
    shown.current = title;
  }, [title]);
  return (
    <>
      <DemoBanner />
      <PlainPage>
        <div className={css.door} data-wide={wide || undefined}>
          <Link {...paths.login()} className={css.brand}>
            <Brand size={28} />
          </Link>
          <h1 ref={heading} tabIndex={-1} data-long={title.length > LONG || undefined}>
            {title}
          </h1>
          {lead && <p className={css.lead}>{lead}</p>}
          {children}
        </div>
      </PlainPage>
    </>
  );
}
