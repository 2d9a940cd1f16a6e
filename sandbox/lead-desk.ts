import type { Request, Response } from 'express';
import { behaviourOf, namedBehaviour } from './behaviours.js';
import { byChance } from './chance.js';
import type { Memory, Mood } from './memory.js';
import type { Party } from './parties.js';
import { accepted, down, pending, type Reply } from './reply.js';
import { searchResults } from './search-results.js';
import { send } from './send.js';
import { textAt } from './text-at.js';

export type Deed = (party: Party, req: Request, res: Response) => void;

/** The three things a party is asked. */
export interface LeadDesk {
  readonly takeLead: Deed;
  readonly tellDecision: Deed;
  readonly search: Deed;
}

export function createLeadDesk(memory: Memory, clock: () => Date): LeadDesk {
  return {
    takeLead(party, req, res) {
      const key = req.get('idempotency-key') ?? '';
      const mood = memory.mood(party.handle);
      const lead = memory.lead(party.handle, key, decidedBy(party, mood, req.body, key), clock());
      const again = lead.taken;
      const reply = mood.down ? down : decide(party, again, lead.last_name, lead.posts);
      // Written down before the answer leaves: the party has the lead even when nobody hears it.
      if (!mood.down) lead.posts += 1;
      lead.taken ||= reply.takes;
      note(party, 'lead', req, reply, {
        key,
        reference: lead.reference,
        lastName: lead.last_name,
        again: again && reply.takes,
      });
      send(res, reply, mood.delay_ms, lead.reference);
    },

    tellDecision(party, req, res) {
      const reference = String(req.params['reference']);
      const lead = memory.byReference(party.handle, reference);
      const mood = memory.mood(party.handle);
      if (!lead) {
        res.status(404).json({ error: 'no such lead' });
        return;
      }
      lead.asks += 1;
      const { followUp } = behaviourOf(lead.last_name);
      const age = clock().getTime() - lead.since;
      const reply = mood.down ? down : (followUp?.(lead.asks, age) ?? accepted);
      note(party, 'follow-up', req, reply, { key: '', reference, lastName: lead.last_name, again: false });
      send(res, { ...reply, takes: false }, mood.delay_ms, reference);
    },

    search(party, req, res) {
      const { search } = behaviourOf(cityOf(req.body));
      const mood = memory.mood(party.handle);
      const usual: Reply = {
        word: 'results',
        status: 200,
        body: searchResults(party.handle, clock(), search?.reply === 'odd results'),
        takes: false,
        after: search?.reply === 'results after 3 s' ? 3_000 : (party.search_ms ?? 0),
      };
      const told = typeof search?.reply === 'object' ? search.reply : usual;
      const reply = mood.down ? down : { ...told, takes: false };
      note(party, 'search', req, reply, { key: '', reference: '', again: false });
      send(res, reply, mood.delay_ms);
    },
  };

  function note(
    party: Party,
    what: 'lead' | 'follow-up' | 'search',
    req: Request,
    reply: Reply,
    of: { key: string; reference: string; lastName?: string; again: boolean },
  ): void {
    const body: unknown = req.body ?? null;
    memory.remember(
      {
        party: party.handle,
        what,
        decided_by: of.lastName ?? (what === 'search' ? cityOf(body) : lastNameOf(body)),
        idempotency_key: of.key,
        reference: of.reference,
        program: textAt(body, 'program', 'value'),
        answer: reply.word,
        taken: what === 'lead' && reply.takes,
        again: of.again,
        body,
      },
      clock(),
    );
  }
}

/** An idempotent party that has the lead takes it no second time, and says so even where it hung up before. */
function decide(party: Party, taken: boolean, lastName: string, posts: number): Reply {
  const behaviour = behaviourOf(lastName);
  if (!party.idempotent || !taken) return behaviour.lead(posts);
  return { ...(behaviour.followUp ? pending : accepted), takes: false };
}

/** A last name that means something, else what chance gives to this person and offer. */
function decidedBy({ handle }: Party, { rates }: Mood, body: unknown, key: string): string {
  const name = lastNameOf(body);
  if (!rates || namedBehaviour(name)) return name;
  const who = textAt(body, 'lead', 'personal', 'email') || key;
  return byChance(rates, `${handle} ${textAt(body, 'offer', 'handle')} ${who}`);
}

const lastNameOf = (body: unknown): string => textAt(body, 'lead', 'personal', 'last_name');
/** A partner that is only searched learns no name: the city decides instead. */
const cityOf = (body: unknown): string => textAt(body, 'lead', 'address', 'city');
