/** The build's manifest: its output by source path. */
export type Manifest = Readonly<Record<string, { file: string; imports?: string[]; css?: string[] }>>;

interface Files {
  /** Addresses on this host. */
  styles: string[];
  scripts: string[];
}

/**
 * Returns all files of the modules and of their imports, so that they load in parallel with the page's own files. Files
 * that the page already names and unknown modules are left out.
 */
export function moduleFiles(manifest: Manifest, page: string): (modules: readonly string[]) => Files {
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
      styles: addresses.filter(isStyle),
      scripts: addresses.filter((address) => !isStyle(address)),
    };
  };
}

/** Returns the link to a style sheet. */
export const styleOf = (address: string): string => `<link rel="stylesheet" crossorigin href="${address}" />`;

/** Returns the link that preloads a module. */
export const preloadOf = (address: string): string => `<link rel="modulepreload" crossorigin href="${address}" />`;
