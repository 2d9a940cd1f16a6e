import { useQueryClient } from '@tanstack/react-query';
import type { Draft } from './draft-screen';

/**
 * Returns a function that keeps what an act answered as the draft of the screen, unless a newer revision was read
 * meanwhile. Without an answer it reads the draft again.
 */
export function useKeepDraft(id: string): (answer?: Draft) => Promise<void> {
  const client = useQueryClient();
  const queryKey = ['draft', id];
  return async (answer) => {
    if (!answer) return client.invalidateQueries({ queryKey });
    // A reading that began before the act would show the draft as it was.
    await client.cancelQueries({ queryKey });
    client.setQueryData<Draft>(queryKey, (known) =>
      known && known.revision > answer.revision ? known : answer,
    );
  };
}
