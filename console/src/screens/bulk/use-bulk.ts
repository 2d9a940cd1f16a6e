import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import type { components } from '../../api/schema';
import { readAgain } from '../../app/query-client';
import { useNewest } from '../../parts/use-newest';

export type Plan = components['schemas']['Bulk'];

/** One call. `only`: the leads that the plan changes, when it is carried out. */
export interface BulkCall<Body> {
  readonly body: Body;
  readonly dry_run: boolean;
  readonly only?: string[];
}

/** A plan, or what was done, and the body that was sent for it. */
interface Planned<Body> {
  readonly plan: Plan;
  readonly body: Body;
}

/** A plan on the screen, and what can be done with it. */
export interface Bulk {
  /** The plan, or what was done. */
  readonly plan: Plan | undefined;
  readonly isPlanning: boolean;
  readonly isDoing: boolean;
  readonly error: Error | null;
  readonly showPlan: () => void;
  readonly carryOut: () => void;
  readonly discard: () => void;
}

/**
 * A call that is sent twice: with `body` for the plan, then to carry it out, with the body of the plan and the leads that
 * it changes. What is changed in between discards the plan, and the answer to a plan that was asked for before.
 */
export function useBulk<Body>(body: Body, send: (call: BulkCall<Body>) => Promise<Plan>): Bulk {
  const [planned, setPlanned] = useState<Planned<Body>>();
  const newest = useNewest();
  const planning = useMutation({
    mutationFn: ({ asked }: { readonly asked: Body; readonly isNewest: () => boolean }) =>
      send({ body: asked, dry_run: true }),
    onSuccess: (plan, { asked, isNewest }) => {
      if (isNewest()) setPlanned({ plan, body: asked });
    },
  });
  const doing = useMutation({
    mutationFn: ({ plan, body: asked }: Planned<Body>) =>
      send({ body: asked, dry_run: false, only: changedBy(plan) }),
    onSuccess: async (plan, { body: asked }) => {
      setPlanned({ plan, body: asked });
      await readAgain();
    },
  });
  return {
    plan: planned?.plan,
    isPlanning: planning.isPending,
    isDoing: doing.isPending,
    error: planning.error ?? doing.error,
    showPlan() {
      planning.mutate({ asked: body, isNewest: newest.begin() });
    },
    carryOut() {
      newest.outdate();
      planning.reset();
      if (planned) doing.mutate(planned);
    },
    discard() {
      newest.outdate();
      setPlanned(undefined);
      planning.reset();
      doing.reset();
    },
  };
}

const changedBy = ({ rows }: Plan): string[] =>
  rows.flatMap(({ outcome, lead_id }) => (outcome === 'done' ? [lead_id] : []));
