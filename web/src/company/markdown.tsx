import { useRouter } from '@tanstack/react-router';
import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import gfm from 'remark-gfm';
import { isOwnPath, pageAddress } from '../shell/safe-link.ts';

// The page has its own heading of the first level.
const COMPONENTS: Components = {
  a: ({ href, children }) => <PageLink href={href}>{children}</PageLink>,
  h1: ({ children }) => <h2>{children}</h2>,
};
const PLUGINS = [gfm];
const WITHOUT = ['img', 'input'];

/** A text of the company: no HTML, no pictures, and only safe links. */
export const Markdown = ({ children }: { children: string }) => (
  <ReactMarkdown
    skipHtml
    remarkPlugins={PLUGINS}
    disallowedElements={WITHOUT}
    urlTransform={pageAddress}
    components={COMPONENTS}
  >
    {children}
  </ReactMarkdown>
);

function PageLink({ href, children }: Pick<ComponentProps<'a'>, 'href' | 'children'>) {
  if (!href) return <span>{children}</span>;
  if (isOwnPath(href)) return <OwnLink href={href}>{children}</OwnLink>;
  const isWeb = /^https?:/.test(href);
  return (
    <a href={href} {...(isWeb && { target: '_blank', rel: 'noopener noreferrer' })}>
      {children}
    </a>
  );
}

/** The company may link any path, so the router's typed links do not apply. */
function OwnLink({ href, children }: { href: string; children: ReactNode }) {
  const router = useRouter();
  const follow = (event: MouseEvent) => {
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!isPlain) return;
    event.preventDefault();
    void router.navigate({ href });
  };
  return (
    <a href={href} onClick={follow}>
      {children}
    </a>
  );
}
