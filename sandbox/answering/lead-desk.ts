import type { Request, Response } from 'express';
import type { KnownLead, Memory, Received } from '../memory.js';
import type { Party, Shapes } from '../party.js';
import type { Parties } from '../parties.js';
import { behaviourOf } from './behaviours.js';
import { createCallBack } from './call-back.js';
import { latencyMs } from './chance.js';
import { decideLead, decideSearch, inBurst, type Incoming } from './decide.js';
import { accepted, down, duplicate, pending, type Reply } from './reply.js';
import { searchResults } from './search-results.js';
import { send } from './send.js';
import { shapeReply } from './shape-of.js';
import { textAt } from './text-at.js';

export type Deed = (party: Party, req: Request, res: Response) => void;

/** The three kinds of request to a party. */
export interface LeadDesk {
  readonly takeLead: Deed;
  readonly tellDecision: Deed;
  readonly search: Deed;
}

/** Everything of one request that its answer and its record need. */
interface Case {
  readonly party: Party;
  readonly what: 'lead' | 'follow-up' | 'search';
  readonly incoming: Incoming;
  readonly reply: Reply;
  readonly shapes: readonly Shapes[];
  readonly decided_by: string;
  readonly reference: string;
  readonly again: boolean;
}

export function createLeadDesk(parties: Parties, memory: Memory, clock: () => Date): LeadDesk {
  const callBack = createCallBack(memory, clock);
  return {
    takeLead(party, req, res) {
      const incoming = incomingOf(req);
      const { key, body } = incoming;
      const now = clock();
      const lead = memory.lead(party.handle, key, () => decideLead(party, parties.seed(), incoming), now);
      const again = lead.taken;
      const person = party.duplicates ? textAt(body, party.reads.person) : '';
      const owner = memory.ownerOf(party.handle, person);
      const isKnown = owner !== undefined && owner !== lead.reference;
      const reply = decide(party, lead, { burst: inBurst(party, now), isKnown });
      // Recorded before the answer leaves: the party has the lead even if the answer is lost.
      if (!party.down) lead.posts += 1;
      lead.taken ||= reply.takes;
      if (reply.takes) memory.own(party.handle, person, lead.reference);
      const { decided_by, reference } = lead;
      const shapes = [party.answers];
      const number = answer(res, {
        ...{ party, incoming, reply, shapes, decided_by, reference },
        what: 'lead',
        again: again && reply.takes,
      });
      const url = textAt(body, party.reads.callback_url);
      callBack({ party, url, reply, values: { reference, key, number, received: body } });
    },

    tellDecision(party, req, res) {
      const reference = String(req.params['reference']);
      const lead = memory.byReference(party.handle, reference);
      if (!lead) {
        res.status(404).json({ error: 'no such lead' });
        return;
      }
      lead.asks += 1;
      const now = clock();
      const burst = inBurst(party, now);
      const { followUp } = behaviourOf(lead.does, party);
      const told = followUp?.(lead.asks, now.getTime() - lead.since) ?? accepted;
      const reply = party.down
        ? down
        : burst === undefined
          ? told
          : behaviourOf(burst, party).lead(lead.asks);
      answer(res, {
        ...{ party, reference, decided_by: lead.decided_by, what: 'follow-up', again: false },
        incoming: { ...incomingOf(req), key: '' },
        reply: { ...reply, takes: false },
        shapes: [party.follow_up, party.answers],
      });
    },

    search(party, req, res) {
      const incoming = { ...incomingOf(req), key: '' };
      const now = clock();
      const { decided_by, does } = decideSearch(party, incoming);
      const { search } = behaviourOf(inBurst(party, now) ?? does, party);
      const usual: Reply = {
        word: 'results',
        says: 'results',
        status: 200,
        body: searchResults(party, now, search?.reply === 'odd results'),
        takes: false,
        ...(search?.reply === 'results after 3 s' ? { after: 3_000 } : {}),
      };
      const told = typeof search?.reply === 'object' ? { ...search.reply, takes: false } : usual;
      const reply = party.down ? down : told;
      const shapes = [party.answers];
      answer(res, {
        party,
        incoming,
        reply,
        shapes,
        decided_by,
        reference: '',
        what: 'search',
        again: false,
      });
    },
  };

  /** Records the request and answers it. Returns the number of the record. */
  function answer(res: Response, one: Case): number {
    const { party, what, incoming, reply, reference } = one;
    const number = memory.next();
    const now = clock();
    const { key, body, headers } = incoming;
    const rendered = shapeReply(reply, one.shapes, { reference, key, number, now, received: body });
    const entry: Omit<Received, 'n' | 'at'> = {
      ...{
        party: party.handle,
        what,
        decided_by: one.decided_by,
        idempotency_key: key,
        reference,
        headers,
        body,
      },
      program: textAt(body, party.reads.program),
      answer: reply.word,
      status: reply.sends === 'nothing' ? 0 : rendered.status,
      taken: what === 'lead' && reply.takes,
      again: one.again,
    };
    memory.remember(entry, now);
    const latency = what === 'search' ? (party.search_latency ?? party.latency) : party.latency;
    const wait = latencyMs(latency, `${parties.seed()}${party.handle} ${what} ${key} ${number}`);
    send(res, reply, rendered, party.delay_ms + wait);
    return number;
  }
}

/** The party's reply to a lead. `isKnown`: it already has the person through another lead. */
function decide(
  party: Party,
  { does, posts, taken }: KnownLead,
  { burst, isKnown }: { readonly burst: string | undefined; readonly isKnown: boolean },
): Reply {
  if (party.down) return down;
  if (burst !== undefined) return behaviourOf(burst, party).lead(posts);
  const behaviour = behaviourOf(does, party);
  // An idempotent party never takes the lead twice. It answers a retry even if it hung up the first time.
  if (party.idempotent && taken) return { ...(behaviour.followUp ? pending : accepted), takes: false };
  const reply = behaviour.lead(posts);
  return isKnown && reply.takes ? duplicate : reply;
}

const OF_THE_CONNECTION = new Set(['host', 'connection', 'content-length', 'accept-encoding', 'keep-alive']);

function incomingOf(req: Request): Incoming {
  const own = Object.entries(req.headers).filter(([name]) => !OF_THE_CONNECTION.has(name));
  return {
    body: (req.body as unknown) ?? null,
    headers: Object.fromEntries(own.map(([name, text]) => [name, String(text)])),
    key: req.get('idempotency-key') ?? '',
  };
}
