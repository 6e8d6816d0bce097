import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

/** A control below its name. */
export function Field(props: {
  readonly name: string;
  readonly isWide?: boolean;
  /** Draws the control, which must have this id. */
  readonly children: (id: string) => ComponentChildren;
}) {
  const id = useId();
  return (
    <div class={props.isWide ? 'field wide' : 'field'}>
      <label for={id}>{props.name}</label>
      {props.children(id)}
    </div>
  );
}
