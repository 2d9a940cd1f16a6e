import { parseDuration } from '../../src/core/catalogue/duration.js';
import { linearPattern } from '../../src/core/patterns/linear-pattern.js';
import type { KnownLead } from '../memory.js';
import type { Party, Rule } from '../party.js';
import { namedBehaviour } from './behaviours.js';
import { byChance } from './chance.js';
import { textAt, valueAt } from './text-at.js';

/** The received request, as rules see it. */
export interface Incoming {
  readonly body: unknown;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly key: string;
}

export type Decided = Pick<KnownLead, 'decided_by' | 'does'>;

/** The behavior: the first rule that holds, else a known last name, else chance, else the default. */
export function decideLead(party: Party, seed: string, incoming: Incoming): Decided {
  const name = textAt(incoming.body, party.reads.last_name);
  const rule = party.rules.find((one) => one.on !== 'search' && holds(one, incoming));
  if (rule) return { decided_by: rule.do, does: rule.do };
  if (party.names && namedBehaviour(name)) return { decided_by: name, does: name };
  if (!party.rates) return { decided_by: name, does: party.otherwise };
  const who = textAt(incoming.body, party.reads.person) || incoming.key;
  const offer = textAt(incoming.body, party.reads.offer);
  const chance = byChance(party.rates, `${seed}${party.handle} ${offer} ${who}`);
  return { decided_by: chance, does: chance || party.otherwise };
}

/** The behavior for a search, where the city decides. Chance and `otherwise` apply only to leads. */
export function decideSearch(party: Party, incoming: Incoming): Decided {
  const city = textAt(incoming.body, party.reads.city);
  const rule = party.rules.find((one) => one.on !== 'lead' && holds(one, incoming));
  if (rule) return { decided_by: rule.do, does: rule.do };
  return { decided_by: city, does: party.names && namedBehaviour(city) ? city : '' };
}

/** The behavior during a burst; undefined outside one. */
export function inBurst({ bursts }: Party, now: Date): string | undefined {
  if (!bursts) return undefined;
  const since = now.getTime() % Math.max(parseDuration(bursts.every) ?? 1, 1);
  return since < (parseDuration(bursts.for) ?? 0) ? bursts.do : undefined;
}

function holds(rule: Rule, { body, headers }: Incoming): boolean {
  const path = rule.field ?? '';
  const there = rule.header === undefined ? valueAt(body, path) : headers[rule.header.toLowerCase()];
  const text = rule.header === undefined ? textAt(body, path) : (headers[rule.header.toLowerCase()] ?? '');
  if (rule.missing === true) return there === undefined || there === null || there === '';
  if (there === undefined) return false;
  if (rule.is !== undefined) return text === rule.is;
  if (rule.one_of) return rule.one_of.includes(text);
  return rule.matches !== undefined && linearPattern(rule.matches).test(text);
}
