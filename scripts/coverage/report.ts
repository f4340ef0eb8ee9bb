import { areaOf, type RequirementList } from './coverage.ts';

type Tests = ReadonlyMap<string, readonly string[]>;

const ID_WIDTH = 12;

/** The whole list by area: number of tests and title of each requirement, with the reason of those without tests. */
export function coverageReport(list: RequirementList, tests: Tests): string[] {
  const ids = Object.keys(list.requirements);
  const lines = Object.entries(list.areas).flatMap(([area, title]) => {
    const rows = ids.filter((id) => areaOf(id) === area);
    const tested = rows.filter((id) => countOf(tests, id) > 0);
    return [`${area}  ${title}: ${tested.length} of ${rows.length} with tests`, ...rows.map(rowOf(list, tests)), ''];
  });
  const untested = ids.filter((id) => countOf(tests, id) === 0);
  const unexplained = untested.filter((id) => !list.reasons[id]);
  return [
    ...lines,
    `${ids.length} requirements: ${ids.length - untested.length} with tests, ` +
      `${untested.length - unexplained.length} with a reason instead, ${unexplained.length} with neither`,
    ...(unexplained.length > 0 ? [`Neither: ${unexplained.join(', ')}`] : []),
  ];
}

const countOf = (tests: Tests, id: string) => tests.get(id)?.length ?? 0;

const rowOf = (list: RequirementList, tests: Tests) => (id: string) => {
  const count = countOf(tests, id);
  const explained = count === 0 ? ` (${list.reasons[id] ?? 'no test and no reason'})` : '';
  return `  ${id.padEnd(ID_WIDTH)} ${String(count || '-').padStart(3)}  ${list.requirements[id]}${explained}`;
};

/** One requirement with its tests, one `file > title` on each line. Undefined when the list does not have it. */
export function requirementReport(list: RequirementList, tests: Tests, id: string): string[] | undefined {
  const title = list.requirements[id];
  if (title === undefined) return undefined;
  const [reason, covering] = [list.reasons[id], tests.get(id) ?? []];
  return [
    `${id}  ${title}`,
    ...(reason ? [`  ${reason}`] : []),
    ...(covering.length > 0 ? covering.map((test) => `  ${test}`) : ['  No test']),
  ];
}
