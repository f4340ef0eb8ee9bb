import type { RouteSpec } from '@seri/contract/http.ts';
import { allCalls } from '../server/src/platform/calls/calls.ts';
import type { RegisteredRoute, RouteCost } from '../server/src/platform/http/limits/route-cost.ts';
import { AREAS, accessText, areaOf } from '../server/src/platform/http/openapi.ts';

/** docs/reference/calls.md: every call of the contract on one line, by area. */
export function callsPage(routes: readonly RegisteredRoute[]): string {
  const calls = allCalls();
  const areas = [...new Set(calls.map(({ path }) => areaOf(path)))].sort();
  return [
    '# Calls',
    '',
    `\`npm run generate\` prints this page from the contract: ${calls.length} calls. Queries, bodies and replies are in [openapi.json](openapi.json) and, in a running portal, at \`/v1/docs\`.`,
    '',
    'Every call may also answer 400 `Request.Invalid`, 408 `Request.Timeout`, 429 `TooManyRequests`, 500 `Internal`, 503 `Unavailable` and, if it makes something for the answer, 503 `Busy`. One that changes something may answer 403 `Request.CrossSite`. One with a body may answer 413 `Request.TooLarge`, and 422 with `Field.Required`, `Field.Invalid` and `Field.Unknown` by field. One that needs a session may answer 401 `Auth.SignedOut`, 403 `Access.Denied` and, unless marked ◦, 403 `Auth.SecondFactorRequired`. The last column has the errors of each call. ↻: with an `Idempotency-Key` a repeat gets the same answer. Each reply of a counted call reports the rest of its budget in `RateLimit` and `RateLimit-Policy`; `× 4` after a budget means four units a call. Listings, filters and lots carry an `ETag`; asked with it in `If-None-Match` they answer 304 while nothing has changed.',
    ...areas.flatMap((area) => [
      '',
      `## ${area}`,
      '',
      ...(AREAS[area] ? [`${AREAS[area]}.`, ''] : []),
      '| call | access | budget | purpose | errors |',
      '| --- | --- | --- | --- | --- |',
      ...calls.filter(({ path }) => areaOf(path) === area).map(row),
    ]),
    '',
    '## Addresses outside the contract',
    '',
    'Files, pages, pictures and probes, each with the budget of one request. `:name` and `*` are parts of the address.',
    '',
    '| address | budget |',
    '| --- | --- |',
    ...routes
      .filter(({ isHandMade }) => isHandMade)
      .map((route) => `| \`${route.method} ${route.url}\` | ${budgetText(route)} |`)
      .sort(),
    '',
  ].join('\n');
}

const budgetText = ({ budget, cost }: RouteCost) => (cost > 1 ? `${budget} × ${cost}` : budget);

function row(spec: RouteSpec): string {
  const marks = `${spec.repeatSafe ? ' ↻' : ''}${spec.beforeSecondFactor ? ' ◦' : ''}`;
  const names = [spec.path, ...(spec.aliases ?? [])].map((path) => `\`${spec.method} ${path}\``);
  const budget = budgetText({ budget: spec.budget, cost: spec.cost ?? 1 });
  const cells = [`${names.join('<br>')}${marks}`, accessText(spec.access), budget, spec.summary];
  return `| ${[...cells.map((cell) => cell.replaceAll('|', '\\|')), (spec.errors ?? []).join(', ')].join(' | ')} |`;
}
