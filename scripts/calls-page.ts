import type { RouteSpec } from '@seri/contract/http.ts';
import { allCalls } from '../server/src/platform/calls/calls.ts';
import type { RegisteredRoute, RouteCost } from '../server/src/platform/http/limits/route-cost.ts';
import { AREAS, accessText, areaOf } from '../server/src/platform/http/openapi.ts';

/** docs/reference/calls.md: every call of the contract on one line, by area. */
export function callsPage(routes: readonly RegisteredRoute[]): string {
  const calls = allCalls();
  const areas = [...new Set(calls.map(({ path }) => areaOf(path)))].sort();
  return [
    '# The calls',
    '',
    `Printed from the contract by \`npm run generate\`: ${calls.length} calls. Queries, bodies and replies are in [openapi.json](openapi.json) and, where the portal runs, at \`/v1/docs\`.`,
    '',
    'Every call may also answer 400 `Request.Invalid`, 408 `Request.Timeout`, 429 `TooManyRequests`, 500 `Internal`, 503 `Unavailable` and, where something is made for the answer, 503 `Busy`; one that changes something 403 `Request.CrossSite`; one with a body 413 `Request.TooLarge` and 422 with `Field.Required`, `Field.Invalid` and `Field.Unknown` by field; one that needs a session 401 `Auth.SignedOut`, 403 `Access.Denied` and, unless marked ◦, 403 `Auth.SecondFactorRequired`. Below stand the refusals of its own. ↻: with an `Idempotency-Key` a repeat gets the same answer. Each reply of a counted call says in `RateLimit` and `RateLimit-Policy` what is left of its budget; `× 4` after a budget says that one call takes four units of it. Listings, filters and lots carry an `ETag`; asked with it in `If-None-Match` they answer 304 while nothing has changed.',
    ...areas.flatMap((area) => [
      '',
      `## ${area}`,
      '',
      ...(AREAS[area] ? [`${AREAS[area]}.`, ''] : []),
      '| call | access | budget | what it does | refusals of its own |',
      '| --- | --- | --- | --- | --- |',
      ...calls.filter(({ path }) => areaOf(path) === area).map(row),
    ]),
    '',
    '## Addresses outside the contract',
    '',
    'Files, pages, pictures and what machines ask, each with the budget one request draws on. `:name` and `*` stand for a part of the address.',
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
