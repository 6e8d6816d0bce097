// Every pause of a second or more lasts an hour.
const { setTimeout } = globalThis;

globalThis.setTimeout = Object.assign(
  (task, milliseconds, ...args) => setTimeout(task, milliseconds >= 1000 ? 3_600_000 : milliseconds, ...args),
  setTimeout, // with its own properties, like the one for promisify
);
