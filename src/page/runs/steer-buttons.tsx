import type { RunState } from '../../runs/run-update.js';

/** Stops a count that is ours, here or on the server, or goes on with it. */
export function SteerButtons(props: { readonly state: RunState; readonly onSteer: (way: 'stop' | 'resume') => void }) {
  const { state, onSteer } = props;
  return (
    <>
      <button type="button" onClick={() => onSteer('stop')} disabled={state !== 'counting'}>
        Stop
      </button>
      <button type="button" onClick={() => onSteer('resume')} disabled={state !== 'stopped'}>
        Resume
      </button>
    </>
  );
}
