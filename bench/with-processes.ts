import { openPlace, type Workspace } from './workspace.js';
import { createProcesses, type Processes } from './processes.js';

/**
 * Runs a measurement with processes and as many places as it opens. Rejects if one of the processes ends unexpectedly.
 * Stops and removes everything, however it ends.
 */
export async function withProcesses<Result>(
  work: (openOwn: (kept?: string) => Promise<Workspace>, processes: Processes) => Promise<Result>,
): Promise<Result> {
  const places: Workspace[] = [];
  const processes = createProcesses();
  const openOwn = async (kept?: string): Promise<Workspace> => {
    const place = await openPlace(process.env, kept);
    places.push(place);
    return place;
  };
  try {
    return await Promise.race([work(openOwn, processes), processes.failed]);
  } finally {
    await processes.stop();
    for (const place of places) await place.clear();
  }
}
