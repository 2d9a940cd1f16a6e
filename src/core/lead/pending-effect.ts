import type { PendingEffect } from './lead-record.js';

export type EffectKind = PendingEffect['kind'];
export type EffectOf<Kind extends EffectKind> = Extract<PendingEffect, { readonly kind: Kind }>;

/** All kinds, and whether the effect is made from the lead's person, who stays until it is applied. */
const FROM_PERSON: Readonly<Record<EffectKind, boolean>> = {
  reservations: false,
  news: true,
  entry: false,
  return: false,
  fallback: true,
};
export const EFFECT_KINDS = Object.keys(FROM_PERSON) as readonly EffectKind[];
export const KINDS_FROM_PERSON = EFFECT_KINDS.filter((kind) => FROM_PERSON[kind]);

/** The effects of one kind that a lead owes, in the order in which they came. */
export const effectsOf = <Kind extends EffectKind>(
  { pending_effects }: { readonly pending_effects: readonly PendingEffect[] },
  kind: Kind,
): EffectOf<Kind>[] => pending_effects.filter((effect): effect is EffectOf<Kind> => effect.kind === kind);

/** The members that tell an effect from the others of its lead. News is taken off all together. */
const NAMING = ['kind', 'what', 'submission', 'number'] as const;
export type EffectName = Readonly<Partial<Record<(typeof NAMING)[number], string | number>>>;

export function nameOfEffect(effect: PendingEffect): EffectName {
  const named: EffectName = effect;
  return Object.fromEntries(NAMING.filter((name) => name in effect).map((name) => [name, named[name]]));
}

/** `reservations release`, `fallback` */
export const labelOfEffect = (effect: PendingEffect): string =>
  'what' in effect ? `${effect.kind} ${effect.what}` : effect.kind;
