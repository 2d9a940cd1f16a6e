import type { Finding } from '../../core/alerts/finding.js';
import type { Attention, Staff } from '../../core/now/attention.js';
import { changeAttention, type AttentionChange, type Changed } from '../../core/now/change-attention.js';
import type { AttentionStore } from '../ports/attention-store.js';

/** What nobody touched for so long is forgotten. */
export const ATTENTION_KEPT_MS = 30 * 86_400_000;

/** Others may change it meanwhile, but not that often. */
const MAX_TRIES = 5;

interface ActPorts {
  readonly attention: Pick<AttentionStore, 'read' | 'write' | 'forgetBefore'>;
  readonly clock: () => Date;
}

/** Takes or notes a finding. Of two who take it at once, one has it. Throws on an outage. */
export async function actOnFinding(
  { attention, clock }: ActPorts,
  finding: Pick<Finding, 'id' | 'since'>,
  change: AttentionChange,
  who: Staff,
): Promise<Changed> {
  const now = clock();
  for (let tries = 1; ; tries += 1) {
    const before: Attention | null = await attention.read(finding.id);
    const changed = changeAttention(finding, before, change, { who, now });
    if (changed.outcome === 'taken') return changed;
    if (await attention.write(changed.attention, before?.at ?? null)) {
      await attention.forgetBefore(new Date(now.getTime() - ATTENTION_KEPT_MS));
      return changed;
    }
    if (tries === MAX_TRIES) throw new Error('a finding changed too often meanwhile');
  }
}
