/** Without quotes, braces and angle brackets, a value cannot end its rule or the style element. */
const PLAIN_CSS = /^[\w\s:;.,%()#+*/-]+$/;

/**
 * Moves style attributes, which the content policy refuses, into rules of a style sheet. Drops values that are not
 * plain CSS.
 */
export function styleAttributesToRules(html: string): { markup: string; sheet: string } {
  const styles: string[] = [];
  const markup = html.replaceAll(/ style="([^"]*)"/g, (_, style: string) => {
    if (!PLAIN_CSS.test(style)) return '';
    if (!styles.includes(style)) styles.push(style);
    return ` data-style="${styles.indexOf(style)}"`;
  });
  // The id selector outranks every class, as the attribute does.
  const rules = styles.map((style, index) => `#root [data-style="${index}"]{${style}}`);
  return { markup, sheet: rules.join('') };
}
