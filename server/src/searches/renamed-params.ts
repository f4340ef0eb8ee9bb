/** An alias: lots named `name` now have the name `means`. A model also has its maker. */
export interface NameRule {
  kind: string;
  maker: string;
  name: string;
  means: string;
}

/** The query string with aliases replaced by the current names of the lots; unchanged if it has no alias. */
export function renamedParams(params: string, rules: readonly NameRule[]): string {
  const address = new URLSearchParams(params);
  const rename = (key: string, kind: string, makers: readonly string[] = ['']) => {
    const names = address.getAll(key);
    const ruleOf = (name: string) =>
      rules.find((rule) => rule.kind === kind && rule.name === name && makers.includes(rule.maker));
    if (!names.some(ruleOf)) return;
    address.delete(key);
    for (const name of new Set(names.map((value) => ruleOf(value)?.means ?? value))) address.append(key, name);
  };
  const before = address.toString();
  rename('maker', 'maker');
  rename('model', 'model', address.getAll('maker'));
  rename('color', 'color');
  rename('condition', 'grade');
  return address.toString() === before ? params : address.toString();
}
