// Simulates a bug in a package: in a function that the program calls, and in a callback of the event loop.
import { Server } from 'node:net';

function fail() {
  throw new TypeError('a mistake of a package');
}
JSON.stringify = fail;
Server.prototype.listen = () => setImmediate(fail);
