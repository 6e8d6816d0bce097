/** What every view is told. */
export interface ViewProps {
  /** Whether a server of ours sent the page: the static site has none to ask. */
  readonly isServed: boolean;
  /** A view that is not shown any more stays as it is, to be shown again. */
  readonly isShown: boolean;
}
