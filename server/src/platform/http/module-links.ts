/** The builder's list of what it wrote, by source path. */
export type Manifest = Readonly<Record<string, { file: string; imports?: string[]; css?: string[] }>>;

/**
 * Links to all files of a module, those it imports included, so that they are fetched beside the page's own instead of
 * one round trip after the other. What the page names already is left out, and a module that is not known.
 */
export function moduleLinks(manifest: Manifest, page: string): (modules: readonly string[]) => string[] {
  const filesOf = (name: string, seen: Set<string>): string[] => {
    const chunk = manifest[name];
    if (!chunk || seen.has(name)) return [];
    seen.add(name);
    return [...(chunk.imports ?? []).flatMap((each) => filesOf(each, seen)), chunk.file, ...(chunk.css ?? [])];
  };
  return (modules) => {
    const seen = new Set<string>();
    const files = new Set(modules.flatMap((name) => filesOf(name, seen)));
    return [...files].map((file) => `/${file}`).flatMap((href) => (page.includes(`"${href}"`) ? [] : [linkTo(href)]));
  };
}

const linkTo = (href: string): string =>
  href.endsWith('.css')
    ? `<link rel="stylesheet" crossorigin href="${href}" />`
    : `<link rel="modulepreload" crossorigin href="${href}" />`;
