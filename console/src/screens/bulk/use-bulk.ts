import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import type { components } from '../../api/schema';
import { readAgain } from '../../app/query-client';

export type Plan = components['schemas']['Bulk'];

/**
 * A call that is sent twice: for the plan, then to carry it out, with the leads that the plan changes. What is changed in
 * between discards the plan.
 */
export function useBulk(send: (isDry: boolean, planned?: readonly string[]) => Promise<Plan>) {
  const [plan, setPlan] = useState<Plan>();
  const planning = useMutation({ mutationFn: () => send(true), onSuccess: setPlan });
  const doing = useMutation({
    mutationFn: () => send(false, plan && changedBy(plan)),
    onSuccess: async (done) => {
      setPlan(done);
      await readAgain();
    },
  });
  const discard = (): void => {
    setPlan(undefined);
    planning.reset();
    doing.reset();
  };
  return { plan, planning, doing, discard };
}

const changedBy = ({ rows }: Plan): readonly string[] =>
  rows.flatMap(({ outcome, lead_id }) => (outcome === 'done' ? [lead_id] : []));
