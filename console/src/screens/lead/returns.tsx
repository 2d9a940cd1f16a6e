import { Text } from '@mantine/core';
import { Pill } from '../../parts/notice';
import { Panel } from '../../parts/page';
import { Time } from '../../parts/time';
import type { Lead } from './lead-screen';

const whoWords = (by: string): string => {
  if (by === 'callback') return 'the buyer’s callback';
  return by === 'deadline' ? 'Leadkeep, at the deadline' : by;
};

/** Whether, when and why the buyer asked to send it back, and did. */
export function ReturnsPanel({ lead }: { readonly lead: Lead }) {
  if (lead.returns.length + lead.return_requests.length === 0) return null;
  return (
    <Panel title="Returns">
      {lead.return_requests.map(({ at, code, by, evidence, links, decide_by, ended }) => (
        <Text key={at} size="sm" className="foreign">
          <Time at={at} />: requested as <b>{code}</b> by {whoWords(by)};{' '}
          {ended === null ? (
            <>
              open until <Time at={decide_by} />
            </>
          ) : (
            `${ended.outcome} ${ended.by === 'deadline' ? 'at the deadline' : `by ${ended.by}`}${ended.why === null ? '' : `: ${ended.why}`}`
          )}
          . {[evidence ?? '', ...links].join(' ')}
        </Text>
      ))}
      {lead.returns.map(({ at, code, by, payout_reversed, undone }) => (
        <Text key={at} size="sm" className="foreign">
          <Time at={at} />: returned as <b>{code}</b> by {whoWords(by)};{' '}
          {payout_reversed ? 'the affiliate earns nothing' : 'the affiliate keeps the payout'}.{' '}
          {undone !== null && <Pill tone="plain">undone</Pill>}
        </Text>
      ))}
    </Panel>
  );
}
