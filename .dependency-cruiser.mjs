// The rooms of the house, from the door inwards. A file may import from its own room and from rooms below it, types
// included, and never from one above. No file may need itself, by any way round.
const ROOMS = [
  ['src/start.ts', 'src/code-cache.ts', 'src/cli.ts', 'src/index.ts'],
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
  ['src/errors/'],
];

const pattern = (names) => `^(${names.map((name) => name.replace('.', '\\.')).join('|')})`;

/** One rule for each room: it imports nothing from the rooms above it. */
const oneWay = ROOMS.slice(1).map((names, place) => ({
  name: `${names.join(' ')} imports nothing from above`,
  severity: 'error',
  from: { path: pattern(names) },
  to: { path: pattern(ROOMS.slice(0, place + 1).flat()) },
}));

export default {
  forbidden: [
    { name: 'no cycle', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'every file has a room',
      severity: 'error',
      from: { path: '^src/', pathNot: pattern(ROOMS.flat()) },
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
