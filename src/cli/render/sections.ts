import type { LeadData, Tracking } from '../../core/lead/lead-data.js';
import type { Refusal } from '../../core/refusal.js';
import { renderPairs } from './table.js';

/** A title with the body below it. Empty if the body is empty. */
export const section = (title: string, body: string): string[] => (body === '' ? [] : ['', title, body]);

/** Text as it is, other data as JSON. */
export const plain = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Instead of a person whose data key is not here. */
export const lockedText = (key: string): string => `can not be shown: the data key ${key} is not available`;

/** Renders a group as names and values. */
export function renderGroup(group: object): string {
  const pairs = Object.entries(group).map(([name, value]) => [name, plain(value)] as const);
  return pairs.length === 0 ? '' : renderPairs(pairs);
}

/** Renders lead, tracking and extra members, each with its path. */
export function renderPerson(lead: LeadData, tracking: Tracking, extra: object): string {
  const fields = Object.entries(lead).flatMap(([group, members]) =>
    Object.entries(members).map(([leaf, value]) => [`${group}.${leaf}`, value] as const),
  );
  const prefixed = (prefix: string, group: object) =>
    Object.entries(group).map(([name, value]) => [`${prefix}.${name}`, value as unknown] as const);
  return renderGroup(
    Object.fromEntries([...fields, ...prefixed('tracking', tracking), ...prefixed('extra', extra)]),
  );
}

/** Like `NOT_ELIGIBLE, eligibility: address.state`, with the details that the check recorded. */
export function refusalText({ check, code, why, field, others, detail, held_by }: Refusal): string {
  const more = [
    ...(field === undefined
      ? []
      : [`field ${[field, ...(others ?? []).map((one) => one.field)].join(', ')}`]),
    ...Object.entries(detail ?? {}).map(([name, value]) => `${name} ${value}`),
    ...(held_by === undefined ? [] : [`held by lead ${held_by.lead_id}`]),
  ];
  return `${code}, ${check}: ${why}${more.length === 0 ? '' : ` (${more.join(', ')})`}`;
}
