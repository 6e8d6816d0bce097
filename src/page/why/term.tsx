import type { ComponentChildren } from 'preact';

/** The parts of a picture that words can point at. The picture's elements contain them in `data-part`. */
type Part = 'upper' | 'lower' | 'cut' | 'trees' | 'free' | 'lit' | 'diagonal' | 'clash' | 'one';

/** A word that names a part of the picture. It is a button so that it can be focused. */
export function Term({ part, children }: { readonly part: Part; readonly children: ComponentChildren }) {
  return (
    <button type="button" class="term" data-part={part}>
      {children}
    </button>
  );
}

/** Lights up a word and its part of the picture while the reader points at either or focuses the word (4-why.css). */
export function lightUp({ currentTarget, target }: Event): void {
  if (!(currentTarget instanceof Element) || !(target instanceof Element)) return;
  const part = target.closest('[data-part]')?.getAttribute('data-part');
  for (const one of currentTarget.querySelectorAll('[data-part]'))
    one.toggleAttribute('data-lit', one.getAttribute('data-part') === part);
}
