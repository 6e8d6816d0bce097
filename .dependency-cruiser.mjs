// The layers of the program and the modules inside them, in the order of ARCHITECTURE.md. A file may import only from
// its own layer and the layers listed for it, and inside its layer from its own module and those below it. This also
// holds for types. Import cycles are forbidden.

/** Each layer with the layers that its files may import from. */
export const LAYERS = {
  'src/cli/': ['src/server/', 'src/cluster/', 'src/node/', 'workers/', 'src/core/'],
  'src/index.ts': ['src/node/', 'src/core/'],
  'src/page/': ['workers/', 'src/core/'],
  'src/server/': ['src/node/', 'src/core/'],
  'src/cluster/': ['src/node/', 'src/core/'],
  'src/node/': ['workers/', 'src/core/'],
  'workers/': ['src/core/'],
  'src/core/': [],
};

/** The modules of each layer that is divided, from the top down. */
export const MODULES = {
  'src/cli/': ['start.ts', 'main.ts', 'commands/', 'completion/', 'sources/', 'counting/', 'options/'],
  'src/page/': [
    ...['main.tsx', 'web-worker.ts', 'why/', 'solvers/', 'solutions/', 'count/', 'runs/', 'qr/', 'worker/', 'parts/'],
  ],
  'src/cluster/': ['work/', 'tables/', 'postgres/', 'connection/'],
  'src/node/': ['count/', 'threads/', 'machine/', 'ledger/', 'files/', 'terminal/', 'package/', 'errors/'],
  'src/core/': [
    'count/',
    'runs/',
    'executors/',
    'results/',
    'textbook/',
    'sequences/',
    'plan/',
    'meet/',
    'text/',
    'board/',
    'errors/',
  ],
};

const pattern = (names) => `^(${names.map((name) => name.replace('.', '\\.')).join('|')})`;
const names = Object.keys(LAYERS);

const walls = Object.entries(LAYERS).map(([layer, below]) => ({
  name: `${layer} imports only from the layers below it`,
  severity: 'error',
  from: { path: pattern([layer]) },
  to: { path: pattern(names.filter((name) => name !== layer && !below.includes(name))) },
}));

const floors = Object.entries(MODULES).flatMap(([layer, modules]) => {
  const paths = modules.map((module) => layer + module);
  return [
    {
      name: `every file of ${layer} belongs to a module`,
      severity: 'error',
      from: { path: pattern([layer]), pathNot: pattern(paths) },
      to: {},
    },
    ...paths.slice(1).map((module, i) => ({
      name: `${module} imports from no module above it`,
      severity: 'error',
      from: { path: pattern([module]) },
      to: { path: pattern(paths.slice(0, i + 1)) },
    })),
  ];
});

export default {
  forbidden: [
    { name: 'no cycle', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'every file belongs to a layer',
      severity: 'error',
      from: { path: '^src/', pathNot: pattern(names) },
      to: {},
    },
    {
      name: 'only commands and their sources import from src/cluster/, so a count does not load it',
      severity: 'error',
      from: { path: '^src/cli/', pathNot: '^src/cli/(commands|sources)/' },
      to: { path: '^src/cluster/' },
    },
    ...walls,
    ...floors,
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^workers/assembly/' },
    tsPreCompilationDeps: true, // types are imports too
    tsConfig: { fileName: 'tsconfig.json' }, // TypeScript is read by @swc/core, because TypeScript 7 has no API for it
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.js'] },
  },
};
