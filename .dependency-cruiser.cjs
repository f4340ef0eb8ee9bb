// Import rules. scripts/check.test.ts plants one violation of each rule and expects it to be found.
module.exports = {
  forbidden: [
    {
      name: 'contract-stands-alone',
      severity: 'error',
      from: { path: '^contract/', pathNot: '[.]test[.]ts$' },
      to: {
        path: '^(server|web|demo|e2e|bench|scripts)/|^(node:)?[a-z_/]+$|node_modules/(?!(zod|wanakana)/)',
        pathNot: '^contract/',
      },
    },
    {
      name: 'sides-never-meet',
      severity: 'error',
      from: { path: '^(server|web)/' },
      to: { path: '^(server|web)/', pathNot: '^$1/' },
    },
    {
      name: 'portal-knows-no-demonstration',
      severity: 'error',
      from: { path: '^(server|web)/' },
      to: { path: '^demo/' },
    },
    {
      name: 'web-shows-others-through-panels',
      severity: 'error',
      from: { path: '^web/src/([^/]+)/', pathNot: '^web/src/app/' },
      to: {
        path: '^web/',
        pathNot: ['^web/src/$1/', '^web/src/(ui|shell|locales)/', '^web/src/app/paths[.]ts$', '-panel[.]tsx$'],
      },
    },
    {
      name: 'ui-knows-no-capability',
      severity: 'error',
      from: { path: '^web/src/ui/' },
      to: { path: '^contract/|^web/src/(?!ui/)|node_modules/@tanstack/' },
    },
    {
      name: 'server-crosses-capabilities-in-flows',
      severity: 'error',
      from: {
        path: '^server/src/([^/]+)/',
        pathNot: '^server/src/(flows|admin|testing|entry|cli|compose|tests)/|[.]test[.]ts$',
      },
      to: { path: '^server/', pathNot: ['^server/src/$1/', '^server/src/platform/'] },
    },
    {
      name: 'sql-lives-in-queries',
      severity: 'error',
      from: {
        path: '^(server|demo)/',
        pathNot: '(queries|outbox)[.]ts$|^server/src/(platform|testing)/|[.]test[.]ts$',
      },
      to: { path: 'node_modules/(kysely|pg)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'tests-stay-out-of-the-product',
      severity: 'error',
      from: {
        path: '^(contract|server|web|demo)/',
        pathNot: '[.]test[.]tsx?$|^(server|demo)/src/testing/|^server/src/platform/embedded-postgres/test-',
      },
      to: {
        path: '[.]test[.]tsx?$|^(server|demo)/src/testing/|^server/src/platform/embedded-postgres/test-|node_modules/(vitest|fast-check)/',
      },
    },
    {
      name: 'tuning-never-sees-the-final-sheets',
      severity: 'error',
      from: { path: '^', pathNot: '^bench/src/sheets/(foreign-sheets[.]ts$|final/)' },
      to: { path: '^bench/src/sheets/final/' },
    },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^web/dist/' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'],
    },
  },
};
