// The houses of the program and the rooms inside them, in the order of ARCHITECTURE.md. A file may import only from the
// houses that its own house names, and inside its house from its own room and the rooms below it. This also holds for
// types. Import cycles are forbidden.

/** Each house with the houses that its files may import from. */
export const HOUSES = {
  'src/cli/': ['src/server/', 'src/cluster/', 'src/node/', 'workers/', 'src/core/'],
  'src/index.ts': ['src/node/', 'src/core/'],
  'src/page/': ['workers/', 'src/core/'],
  'src/server/': ['src/node/', 'src/core/'],
  'src/cluster/': ['src/node/', 'src/core/'],
  'src/node/': ['workers/', 'src/core/'],
  'workers/': ['src/core/'],
  'src/core/': [],
};

/** The rooms of the houses that have an order inside, from the top down. */
export const ROOMS = {
  'src/cli/': ['start.ts', 'main.ts', 'commands/', 'completion/', 'sources/', 'counting/', 'options/'],
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
const names = Object.keys(HOUSES);

const walls = Object.entries(HOUSES).map(([house, below]) => ({
  name: `${house} imports only from the houses below it`,
  severity: 'error',
  from: { path: pattern([house]) },
  to: { path: pattern(names.filter((name) => name !== house && !below.includes(name))) },
}));

const floors = Object.entries(ROOMS).flatMap(([house, rooms]) => {
  const paths = rooms.map((room) => house + room);
  return [
    {
      name: `every file of ${house} belongs to a room`,
      severity: 'error',
      from: { path: pattern([house]), pathNot: pattern(paths) },
      to: {},
    },
    ...paths.slice(1).map((room, i) => ({
      name: `${room} imports from no room above it`,
      severity: 'error',
      from: { path: pattern([room]) },
      to: { path: pattern(paths.slice(0, i + 1)) },
    })),
  ];
});

export default {
  forbidden: [
    { name: 'no cycle', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'every file belongs to a house',
      severity: 'error',
      from: { path: '^src/', pathNot: pattern(names) },
      to: {},
    },
    ...walls,
    ...floors,
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^workers/assembly/' },
    tsPreCompilationDeps: true, // types are imports too
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.js'] },
  },
};
