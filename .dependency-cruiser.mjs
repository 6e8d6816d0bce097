// The layers of the program, from the entry points down, in the order of ARCHITECTURE.md. A file may import from its own layer
// and from layers below it, but not from layers above it. This also holds for types. Import cycles are forbidden.
export const LAYERS = [
  'src/start.ts',
  'src/main.ts',
  'src/index.ts',
  'src/commands/',
  'src/cli/',
  'src/page/',
  'src/server/',
  'src/cluster/',
  'src/count/',
  'src/runs/',
  'src/executors/',
  'src/ledger/',
  'workers/',
  'src/symmetric/',
  'src/textbook/',
  'src/plan/',
  'src/terminal/',
  'src/text/',
  'src/board/',
  'src/package/',
  'src/errors/',
];

const pattern = (names) => `^(${names.map((name) => name.replace('.', '\\.')).join('|')})`;

/** One rule for each layer: it must not import from the layers above it. */
const oneWay = LAYERS.slice(1).map((name, i) => ({
  name: `${name} must not import from a layer above`,
  severity: 'error',
  from: { path: pattern([name]) },
  to: { path: pattern(LAYERS.slice(0, i + 1)) },
}));

export default {
  forbidden: [
    { name: 'no cycle', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'every file belongs to a layer',
      severity: 'error',
      from: { path: '^src/', pathNot: pattern(LAYERS) },
      to: {},
    },
    ...oneWay,
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^workers/assembly/' },
    tsPreCompilationDeps: true, // types are imports too
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.js'] },
  },
};
