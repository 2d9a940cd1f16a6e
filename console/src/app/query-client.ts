import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiProblem } from '../api/api-problem';
import { SESSION_KEY } from '../api/session';

const isFinal = (error: Error): boolean =>
  error instanceof ApiProblem && error.status < 500 && error.status !== 429;

/** An ended session shows itself at the next call: then the session is read again, and the sign-in appears. */
function onError(error: Error): void {
  if (error instanceof ApiProblem && error.status === 401)
    void queryClient.invalidateQueries({ queryKey: SESSION_KEY });
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) => {
      if (query.queryKey[0] !== SESSION_KEY[0]) onError(error);
    },
  }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: {
    queries: {
      // Else a read that can't be made offline would wait without a word, and the screen stand still.
      networkMode: 'always',
      refetchOnReconnect: true,
      staleTime: 5_000,
      retry: (failures, error) => !isFinal(error) && failures < 2,
      retryDelay: (failures) => 1_000 * 2 ** failures,
    },
    // Else an act that was asked for offline would be done later by itself, also one that was cancelled.
    mutations: { retry: false, networkMode: 'always' },
  },
});

// The session is read often enough for what changes it, but who is cut off should see it at once.
window.addEventListener('offline', () => void queryClient.invalidateQueries({ queryKey: SESSION_KEY }));

/** An act is effective in every process, and in the readings that viewers share, within 5 seconds. */
const SPREAD_MS = [1_500, 6_000];

/** Reads everything on the screen again, now and when what was done has reached every process. */
export async function readAgain(): Promise<void> {
  for (const ms of SPREAD_MS) setTimeout(() => void queryClient.invalidateQueries(), ms);
  await queryClient.invalidateQueries();
}
