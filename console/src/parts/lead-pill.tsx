import type { components } from '../api/schema';
import { codeWords, stateWords } from '../words/lead-words';
import { Pill } from './notice';

type Lead = Pick<components['schemas']['LeadSummary'], 'code' | 'state' | 'returned_at'>;

/** What became of a lead: its decision, or where it stands. */
export function LeadPill({ lead }: { readonly lead: Lead }) {
  const code = lead.returned_at === null ? lead.code : 'RETURNED';
  const { words, tone } = code === 'PENDING' ? stateWords(lead.state) : codeWords(code);
  return <Pill tone={tone}>{words}</Pill>;
}
