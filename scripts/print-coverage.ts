// npm run coverage: prints all requirements with the number of their tests. With ids: the tests of these requirements.
import { LIST, readCoverage, readList } from './coverage/coverage.ts';
import { coverageReport, requirementReport } from './coverage/report.ts';

const ids = process.argv.slice(2).map((id) => id.toUpperCase());
const list = readList();
const { tests, taggedTests, problems } = await readCoverage(list);
const print = (lines: readonly string[]) => process.stdout.write(`${lines.join('\n')}\n`);

if (ids.length === 0) {
  print([...coverageReport(list, tests), `${taggedTests} tests have tags`]);
  if (problems.length > 0) print(['', 'Problems:', ...problems.map((problem) => `  ${problem}`)]);
}
for (const id of ids) {
  const lines = requirementReport(list, tests, id);
  if (lines) print(lines);
  else process.stderr.write(`${LIST} has no requirement ${id}\n`);
  if (!lines) process.exitCode = 1;
}
