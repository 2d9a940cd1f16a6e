import type { components } from '../api/schema';
import { codeWords, stateWords } from '../words/lead-words';
import { Pill } from './notice';

type Lead = Pick<components['schemas']['LeadSummary'], 'code' | 'state' | 'returned_at'>;

/** What became of a lead: its decision, or where it stands. */
export function LeadPill({ lead }: { readonly lead: Lead }) {
  if (lead.returned_at !== null) return <Pill tone="bad">Returned</Pill>;
  const { words, tone } = lead.code === 'PENDING' ? stateWords(lead.state) : codeWords(lead.code);
  return <Pill tone={tone}>{words}</Pill>;
}
