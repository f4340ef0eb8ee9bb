import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { paths } from '../app/paths.ts';
import { Brand } from '../shell/layout/brand.tsx';
import { DemoBanner } from '../shell/layout/demo-banner.tsx';
import { usePageTitle } from '../shell/layout/page-title.ts';
import { PlainPage } from '../shell/layout/plain-page.tsx';
import css from './auth-layout.module.css';

/** A title with more characters than this is a sentence and gets a smaller font. */
const LONG_TITLE_LENGTH = 28;

interface AuthLayoutProps {
  title: string;
  lead?: ReactNode;
  /** Room for a form with two columns. */
  wide?: boolean;
  children?: ReactNode;
}

/** Page around a form for visitors who are not signed in. A new title takes the focus. */
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
        <div className={css.layout} data-wide={wide || undefined}>
          <Link {...paths.login()} className={css.brand}>
            <Brand size={28} />
          </Link>
          <h1 ref={heading} tabIndex={-1} data-long={title.length > LONG_TITLE_LENGTH || undefined}>
            {title}
          </h1>
          {lead && <p className={css.lead}>{lead}</p>}
          {children}
        </div>
      </PlainPage>
    </>
  );
}
