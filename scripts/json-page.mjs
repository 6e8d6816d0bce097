// docs/json.md, from the schemas in src/commands/json-schemas.ts: see write-command-docs.mjs.
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { jsonSchemas } from '../dist/src/commands/json-schemas.js';

/** Output of the program, by the names of the schemas; long lists are cut. */
const examples = JSON.parse(readFileSync(new URL('json-examples.json', import.meta.url), 'utf8'));

/** Characters that a line of a schema or an example has at most, if it can be broken. */
const WIDTH = 110;

export function jsonPage() {
  return `# JSON

What the commands print with \`--json\`: one object, on one line. \`export --ndjson\` and \`solve --format ndjson\` print
an object on each line. The columns of \`--format csv\` have the names of the same fields. This page is written by \`npm run docs\` from the schemas in \`src/commands/json-schemas.ts\`, and a
test checks the output of the program with the same schemas; another one fails when the page is stale.

Here examples are broken into lines, and long lists are cut. The schemas are JSON Schema, draft 2020-12. There are no fields
besides those of the schema.

## The same words everywhere

| field | |
|---|---|
| \`schema\` | what the object is, like \`queens-par/count/1\`; the number at the end changes when a field is renamed or goes |
| \`n\` | board size |
| \`count\` | a number of solutions, or the value of a sequence, as decimal digits in a string |
| \`work\`, \`nodes\`, \`tests\`, \`searchSpace\` | decimal digits in a string, too: a JSON number loses digits past 2^53 |
| \`seconds\`, \`secondsLeft\`, \`clusterSeconds\`, \`subproblemSeconds\` | durations, in seconds of wall clock; with fractions |
| \`cpuSeconds\` | the same, of all threads together |
| \`memoryBytes\`, \`threadMemoryBytes\` | memory, in bytes |
| \`fractionDone\` and other fractions | from 0 to 1 |
| \`part\` | part k of m, as \`"k/m"\` |
| \`subproblems\` | how many the plan has, or the part; \`subproblemList\` is the list itself |
| \`planHash\` | the hash of the plan: 64 hexadecimal digits |
| \`agreement\` | how a count compares with the published one: \`agrees\`, \`differs\`, or \`unknown\` where none is published |
| \`algorithm\` | \`bitmask\` or \`meet\` |
| \`kernel\` | \`fast\` (WebAssembly) or \`readable\` (TypeScript) |
| \`threads\` | a number of worker threads |

Subproblems, and the \`options\` of a plan, have the fields from which the hash of the plan is made, as [format.md](format.md)
describes them: their \`memory\` is in bytes.
${Object.entries(jsonSchemas).map(section).join('')}`;
}

/** @param {[string, import('zod').ZodType]} command */
function section([name, schema]) {
  const example = schema.parse(examples[name]); // throws if the schema would refuse it
  const { $schema, ...rest } = z.toJSONSchema(schema, { override: withoutLargest });
  return `\n## ${name}\n\n\`\`\`json\n${broken(example)}\n\`\`\`\n\nSchema:\n\n\`\`\`json\n${broken(rest)}\n\`\`\`\n`;
}

/** That a whole number is a safe one goes without saying. */
function withoutLargest({ jsonSchema }) {
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
}

/** A value as JSON: on one line where that has room, otherwise with a line for each element. */
function broken(value, indent = '') {
  const line = onOneLine(value);
  if (typeof value !== 'object' || value === null || indent.length + line.length <= WIDTH) return line;
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const inner = `${indent}  `;
  const lines = Object.entries(value).map(([key, element]) => {
    const label = Array.isArray(value) ? '' : `${JSON.stringify(key)}: `;
    return `${inner}${label}${broken(element, inner)}`;
  });
  return `${open}\n${lines.join(',\n')}\n${indent}${close}`;
}

function onOneLine(value) {
  if (Array.isArray(value)) return `[${value.map(onOneLine).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).map(([key, element]) => `${JSON.stringify(key)}: ${onOneLine(element)}`);
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
}
