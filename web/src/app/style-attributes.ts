/** Without quotes, braces and angle brackets a value cannot end its rule or the style element. */
const PLAIN_CSS = /^[\w\s:;.,%()#+*/-]+$/;

/** The content policy refuses style attributes, so each becomes a rule of a sheet. Values that are not plain CSS are dropped. */
export function styleAttributesToRules(html: string): { markup: string; sheet: string } {
  const styles: string[] = [];
  const markup = html.replaceAll(/ style="([^"]*)"/g, (_, style: string) => {
    if (!PLAIN_CSS.test(style)) return '';
    if (!styles.includes(style)) styles.push(style);
    return ` data-style="${styles.indexOf(style)}"`;
  });
  // The id outweighs every class, as the attribute does.
  const rules = styles.map((style, index) => `#root [data-style="${index}"]{${style}}`);
  return { markup, sheet: rules.join('') };
}
