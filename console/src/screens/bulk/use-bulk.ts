import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import type { components } from '../../api/schema';
import { readAgain } from '../../app/query-client';

export type Plan = components['schemas']['Bulk'];

/** A call that is sent twice: for the plan, then to carry it out. What is changed in between discards the plan. */
export function useBulk(send: (isDry: boolean) => Promise<Plan>) {
  const [plan, setPlan] = useState<Plan>();
  const planning = useMutation({ mutationFn: () => send(true), onSuccess: setPlan });
  const doing = useMutation({
    mutationFn: () => send(false),
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
