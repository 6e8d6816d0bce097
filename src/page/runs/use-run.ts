import { useEffect, useReducer, useRef, useState } from 'preact/hooks';
import type { Connection, Follower } from './follow-run.js';
import { RunPicture } from './run-picture.js';

/** What a view knows of the run it follows. */
export interface FollowedPicture {
  readonly picture: RunPicture | undefined;
  readonly connection: Connection;
}

/**
 * Follows a run for as long as a view shows it.
 *
 * @param follow begins to follow and returns what ends it; undefined follows nothing. Another function, another run.
 */
export function useRun(follow: ((follower: Follower) => () => void) | undefined): FollowedPicture {
  const picture = useRef<RunPicture | undefined>(undefined);
  const [connection, setConnection] = useState<Connection>({ is: 'live' });
  const [, redraw] = useReducer((count: number) => count + 1, 0);

  useEffect(() => {
    picture.current = undefined;
    setConnection({ is: 'live' });
    return follow?.({
      onUpdate(update) {
        picture.current = RunPicture.after(picture.current, update);
        redraw(undefined);
      },
      onConnection(next) {
        setConnection((last) => (last.is === next.is ? last : next));
      },
    });
  }, [follow]);
  return { picture: picture.current, connection };
}
