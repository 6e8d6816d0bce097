import type { ComponentChildren } from 'preact';

/** What went wrong, in a sentence, said aloud as soon as it stands there. Nothing if nothing did. */
export function Problem({ children }: { readonly children: ComponentChildren }) {
  if (!children) return null;
  return (
    <p class="problem" role="alert">
      {children}
    </p>
  );
}
