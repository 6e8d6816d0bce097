// A wall clock that goes back an hour each time it is read.
let now = Date.now();

globalThis.Date = class extends Date {
  static now() {
    now -= 3_600_000;
    return now;
  }
  constructor(...args) {
    if (args.length > 0) super(...args);
    else super(now);
  }
};
