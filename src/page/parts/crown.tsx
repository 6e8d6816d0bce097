import { CROWN } from '../../board/svg.js';

/** A queen, as large as the text around it. */
export function Crown() {
  return (
    <svg class="crown" viewBox="0 0 24 24" aria-hidden="true">
      <path d={CROWN} />
    </svg>
  );
}
