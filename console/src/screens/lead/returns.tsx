import { Text } from '@mantine/core';
import { Pill } from '../../parts/notice';
import { Panel } from '../../parts/page';
import { Time } from '../../parts/time';
import type { Lead } from './lead-screen';

/** Whether, when and why the buyer sent it back. */
export function ReturnsPanel({ lead }: { readonly lead: Lead }) {
  if (lead.returns.length === 0) return null;
  return (
    <Panel title="Returns">
      {lead.returns.map(({ at, code, by, payout_reversed, undone }) => (
        <Text key={at} size="sm" className="foreign">
          <Time at={at} />: returned as <b>{code}</b> by {by === 'callback' ? "the buyer's callback" : by};{' '}
          {payout_reversed ? 'the affiliate earns nothing' : 'the affiliate keeps the payout'}.{' '}
          {undone !== null && <Pill tone="plain">undone</Pill>}
        </Text>
      ))}
    </Panel>
  );
}
