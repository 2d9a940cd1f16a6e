import { useRef } from 'react';

/** Which of several calls is the newest one. */
export interface Newest {
  /** Begins a call. Returns whether it is still the newest one, at any later time. */
  readonly begin: () => () => boolean;
  /** What was asked for before no longer fits. */
  readonly outdate: () => void;
}

/** A request can't be taken back, and its answer comes all the same. Only that of the newest one may be shown. */
export function useNewest(): Newest {
  const newest = useRef(0);
  return {
    begin() {
      newest.current += 1;
      const own = newest.current;
      return () => own === newest.current;
    },
    outdate() {
      newest.current += 1;
    },
  };
}
