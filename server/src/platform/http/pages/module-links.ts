/** The builder's list of what it wrote, by source path. */
export type Manifest = Readonly<Record<string, { file: string; imports?: string[]; css?: string[] }>>;

interface Links {
  styles: string[];
  scripts: string[];
}

/**
 * Links to all files of a module, those it imports included, so that they are fetched beside the page's own instead of
 * one round trip after the other. What the page names already is left out, and a module that is not known.
 */
export function moduleLinks(manifest: Manifest, page: string): (modules: readonly string[]) => Links {
  const filesOf = (name: string, seen: Set<string>): string[] => {
    const chunk = manifest[name];
    if (!chunk || seen.has(name)) return [];
    seen.add(name);
    return [...(chunk.imports ?? []).flatMap((each) => filesOf(each, seen)), chunk.file, ...(chunk.css ?? [])];
  };
  return (modules) => {
    const seen = new Set<string>();
    const files = new Set(modules.flatMap((name) => filesOf(name, seen)));
    const addresses = [...files].map((file) => `/${file}`).filter((address) => !page.includes(`"${address}"`));
    const isStyle = (address: string) => address.endsWith('.css');
    return {
      styles: addresses.filter(isStyle).map(styleOf),
      scripts: addresses.filter((address) => !isStyle(address)).map(preloadOf),
    };
  };
}

const styleOf = (address: string): string => `<link rel="stylesheet" crossorigin href="${address}" />`;

export const preloadOf = (address: string): string => `<link rel="modulepreload" crossorigin href="${address}" />`;
