import { counted } from '../finding.js';
import { rule } from '../rule.js';

/** A buyer that returns leads and then enrolls their students pays for none of them. */
export const stagesAfterReturn = rule({
  name: 'stages_after_return',
  needs: 'after_return',
  find: (buyers) =>
    buyers.map(({ buyer_id, handle, name, stages }) => ({
      severity: 'soon' as const,
      subject: { kind: 'buyer' as const, id: buyer_id, name: handle },
      count: stages,
      sentence: `${name} reported ${counted(stages, 'stage', 'stages')} of leads that it had returned: ask why, or undo the returns.`,
      value: stages,
      threshold: 0,
      unit: 'count' as const,
    })),
});
