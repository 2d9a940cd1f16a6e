import type { LeadRecord, PendingEffect } from '../core/lead/lead-record.js';
import {
  effectsOf,
  nameOfEffect,
  type EffectKind,
  type EffectName,
  type EffectOf,
} from '../core/lead/pending-effect.js';
import { bisectOnFailure } from './bisect-on-failure.js';
import type { Failures } from './each-separately.js';
import type { AppliedEffects, LeadStore, OwingLead } from './ports/lead-store.js';

const BATCH = 500;

/** The failures of `clearApplied` are remembered by it. */
export const CLEARING = 'clearing what was done for a lead';

/** One effect that a lead owes. */
export interface PendingOf<Kind extends EffectKind, Lead = OwingLead> {
  readonly id: string;
  readonly lead: Lead;
  readonly effect: EffectOf<Kind>;
}

/** Applies effects of one kind. Returns those that it applied: one that fails stays pending, and delays no other. */
export type ApplyEffects<Kind extends EffectKind, Ports> = (
  ports: Ports,
  pending: readonly PendingOf<Kind>[],
  failures: Failures,
) => Promise<readonly PendingOf<Kind>[]>;

/** What is owed of one kind, how it is applied, and since when it must have been owed. */
export interface DueEffects<Kind extends EffectKind, Ports> {
  readonly kind: Kind;
  readonly apply: ApplyEffects<Kind, Ports>;
  readonly before: Date;
}

/**
 * Applies what leads owe of one kind, and takes it off them. It may be stopped anywhere and run twice at once, as each
 * effect may. Returns of how many leads it took something. Throws on an outage.
 */
export async function applyPending<
  Kind extends EffectKind,
  Ports extends { readonly leads: Pick<LeadStore, 'withPending' | 'clearPending'> },
>(ports: Ports, { kind, apply, before }: DueEffects<Kind, Ports>, failures: Failures): Promise<number> {
  const leads = await ports.leads.withPending(kind, before, BATCH + failures.known());
  if (leads.length === 0) return 0;
  const applied = await apply(ports, pendingOf(leads, kind), failures);
  return (await clearApplied(ports, applied, failures)).length;
}

/** The effects of one kind that these leads owe. */
export const pendingOf = <Kind extends EffectKind, Lead extends Pick<LeadRecord, 'id' | 'pending_effects'>>(
  leads: readonly Lead[],
  kind: Kind,
): PendingOf<Kind, Lead>[] =>
  leads.flatMap((lead) => effectsOf(lead, kind).map((effect) => ({ id: lead.id, lead, effect })));

interface Applied {
  readonly lead: Pick<LeadRecord, 'id' | 'revision'>;
  readonly effect: PendingEffect;
}

/** Takes off leads what was applied, all of a lead with one update. Returns what was taken off. */
export function clearApplied(
  { leads }: { readonly leads: Pick<LeadStore, 'clearPending'> },
  applied: readonly Applied[],
  failures: Failures,
): Promise<AppliedEffects[]> {
  const byLead = new Map<string, AppliedEffects & { readonly effects: EffectName[] }>();
  for (const { lead, effect } of applied) {
    const { id, revision } = lead;
    const { effects, ...read } = byLead.get(id) ?? { id, effects: [] };
    const asRead = effect.kind === 'news' && revision !== undefined ? { revision } : {};
    byLead.set(id, { ...read, ...asRead, effects: [...effects, nameOfEffect(effect)] });
  }
  return bisectOnFailure(failures, [...byLead.values()], {
    what: CLEARING,
    act: (some) => leads.clearPending(some),
  });
}
