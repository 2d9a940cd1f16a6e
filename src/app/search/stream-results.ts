import { hash } from 'node:crypto';
import { resultsAnswer } from '../../core/answers/results-answer.js';
import { isOutage, OutageError } from '../outage.js';
import { ownCampaign } from '../affiliate-ownership.js';
import type { Listener, ResultStreams, SentResults } from '../ports/result-streams.js';
import type { ShownSearch } from '../ports/search-store.js';
import type { Waiters } from '../ports/waiters.js';
import type { WebPorts } from '../ports/web-ports.js';
import { refused, type RequestRefused } from '../request-refused.js';
import { readShown } from './read-shown.js';
import { readOwnSearch } from './receive.js';

type Ports = Pick<WebPorts, 'searches' | 'leads' | 'catalogue' | 'clock' | 'settings' | 'log'> & {
  readonly waiters: Pick<Waiters, 'watch'>;
};

/** One search with its listeners. They share each read of it. */
interface StreamGroup {
  readonly listeners: Set<Listener>;
  readonly watch: ReturnType<Waiters['watch']>;
  reading: boolean;
  /** It changed while it was read. */
  isStale: boolean;
  timer?: NodeJS.Timeout;
}

/** After an outage, a search is read again this much later. */
const AGAIN_MS = 1_000;
/** A timer may fire a little early. */
const AFTER_MS = 5;

export function createResultStreams(ports: Ports): ResultStreams {
  const groups = new Map<string, StreamGroup>();

  const campaignOf = ({ affiliate_id, campaign_id }: ShownSearch) =>
    ownCampaign(ports.catalogue.current(), affiliate_id, campaign_id);

  const resultsOf = (search: ShownSearch): SentResults => {
    const campaign = campaignOf(search);
    if (!campaign) throw takenAway();
    const { max_accepted_submissions } = campaign;
    const view = { max_accepted_submissions, poll_after_ms: ports.settings.pollAfterMs, now: ports.clock() };
    const answer = resultsAnswer(search, view);
    const json = JSON.stringify(answer);
    const id = hash('sha256', json, 'base64url').slice(0, 22);
    return { id, json, done: answer.processing_done };
  };

  function enter(id: string, listener: Listener): StreamGroup {
    const group = groups.get(id) ?? {
      listeners: new Set<Listener>(),
      watch: ports.waiters.watch(id, () => void refresh(id)),
      ...{ reading: false, isStale: false },
    };
    groups.set(id, group);
    group.listeners.add(listener);
    return group;
  }

  function leave(id: string, listener: Listener): void {
    const group = groups.get(id);
    if (!group?.listeners.delete(listener) || group.listeners.size > 0) return;
    clearTimeout(group.timer);
    group.watch.leave();
    groups.delete(id);
  }

  const refreshAt = (id: string, group: StreamGroup, inMs: number): void => {
    clearTimeout(group.timer);
    group.timer = setTimeout(() => void refresh(id), inMs);
  };

  /** Nobody says when a search's time is over, so it is read once more then. */
  const refreshAtEnd = (id: string, group: StreamGroup, { closes_at }: ShownSearch): void => {
    refreshAt(id, group, Math.max(0, closes_at.getTime() - ports.clock().getTime()) + AFTER_MS);
  };

  /** One read at a time. Changes during a read cause one more, however many there are. */
  async function refresh(id: string): Promise<void> {
    const group = groups.get(id);
    if (!group) return;
    group.isStale = true;
    if (group.reading) return;
    group.reading = true;
    try {
      while (takeStale(group) && group.listeners.size > 0) {
        const search = await readShown(ports, id, ports.clock());
        if (search) tell(id, group, search);
      }
    } catch (error) {
      refreshAt(id, group, AGAIN_MS);
      if (!isOutage(error)) ports.log.error({ err: error, search_id: id }, 'results could not be streamed');
    } finally {
      group.reading = false;
    }
  }

  function tell(id: string, group: StreamGroup, search: ShownSearch): void {
    let sent: SentResults;
    try {
      sent = resultsOf(search);
    } catch (error) {
      for (const listener of [...group.listeners]) listener.refused(error as RequestRefused);
      return;
    }
    if (!sent.done) refreshAtEnd(id, group, search);
    for (const listener of [...group.listeners]) listener.results(sent);
  }

  return {
    async listen(caller, id, listener) {
      const group = enter(id, listener);
      const stop = (): void => {
        leave(id, listener);
      };
      try {
        // From now on the group tells of changes, also during the read.
        await group.watch.heard;
        const { search } = await readOwnSearch(ports, caller, id, ports.clock());
        const now = resultsOf(search);
        if (!now.done) refreshAtEnd(id, group, search);
        return { now, stop, refusal: () => (campaignOf(search) ? undefined : takenAway()) };
      } catch (error) {
        stop();
        throw error;
      }
    },
  };
}

const takenAway = (): RequestRefused => refused('campaign_reassigned');

function takeStale(group: StreamGroup): boolean {
  const { isStale } = group;
  group.isStale = false;
  return isStale;
}

/** What a process that ends answers to a new stream. */
export const noMoreStreams = (): OutageError => new OutageError('web', new Error('it is shutting down'));
