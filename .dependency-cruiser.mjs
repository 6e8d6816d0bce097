// The layers of the program, from the entry points down. A file may import from its own layer and from layers below it, but
// not from layers above it. This holds for types, too. Import cycles are forbidden.
const LAYERS = [
  ['src/start.ts', 'src/main.ts', 'src/index.ts'],
  ['src/commands/'],
  ['src/cli/', 'src/page/', 'src/server/'],
  ['src/cluster/'],
  ['src/count/'],
  ['src/runs/'],
  ['src/executors/', 'src/ledger/'],
  ['workers/'],
  ['src/symmetric/'],
  ['src/textbook/'],
  ['src/plan/'],
  ['src/terminal/'],
  ['src/text/'],
  ['src/board/'],
  ['src/errors/', 'src/package/'],
];

const pattern = (names) => `^(${names.map((name) => name.replace('.', '\\.')).join('|')})`;

/** One rule for each layer: it must not import from the layers above it. */
const oneWay = LAYERS.slice(1).map((names, i) => ({
  name: `${names.join(' ')} must not import from a layer above`,
  severity: 'error',
  from: { path: pattern(names) },
  to: { path: pattern(LAYERS.slice(0, i + 1).flat()) },
}));

export default {
  forbidden: [
    { name: 'no cycle', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'every file belongs to a layer',
      severity: 'error',
      from: { path: '^src/', pathNot: pattern(LAYERS.flat()) },
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
