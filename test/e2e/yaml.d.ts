/**
 * The part of the package's types that the tests use. `npm ci` does not install the package, so its own types may be
 * missing.
 */
declare module 'yaml' {
  export function parseAllDocuments(text: string): readonly {
    // The models of Kubernetes check the rest.
    toJS(): { readonly apiVersion: string; readonly kind: string };
  }[];
}
