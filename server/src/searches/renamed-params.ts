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
  renameExcluded(address, rules);
  return address.toString() === before ? params : address.toString();
}

const KINDS: Readonly<Record<string, string>> = { maker: 'maker', model: 'model', color: 'color', condition: 'grade' };

/** An excluded value is `color:PEARL`. A model is excluded without its maker, so every maker's alias applies. */
function renameExcluded(address: URLSearchParams, rules: readonly NameRule[]): void {
  const before = address.getAll('not');
  const after = before.map((text) => {
    const colon = text.indexOf(':');
    const [filter, value] = [text.slice(0, colon), text.slice(colon + 1)];
    const rule = rules.find(({ kind, name }) => kind === KINDS[filter] && name === value);
    return rule ? `${filter}:${rule.means}` : text;
  });
  if (after.every((text, at) => text === before[at])) return;
  address.delete('not');
  for (const text of new Set(after)) address.append('not', text);
}
