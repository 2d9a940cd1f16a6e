import { isDeepStrictEqual } from 'node:util';
import type { EntryChange } from '../../core/catalogue/diff-catalogue.js';
import type { FieldChange } from '../../core/catalogue/diff-values.js';
import { formatDuration } from '../../core/catalogue/duration.js';
import { formatCents } from '../../core/catalogue/money.js';
import { formatShare } from '../../core/catalogue/share.js';
import { formatMinute, WEEKDAYS } from '../../core/catalogue/wall-clock.js';

const SIGNS = { added: '+', changed: '~', retired: '-', revived: '+' } as const;
const NOTES = { added: '', changed: '', retired: ' (retired)', revived: ' (no longer retired)' } as const;

/** Renders changes for review: one line per entry, followed by its changed fields with their units. */
export function renderChanges(changes: readonly EntryChange[]): string {
  return changes
    .flatMap(({ kind, handle, change, fields }) => [
      `${SIGNS[change]} ${`${kind} ${handle}`.trimEnd()}${NOTES[change]}`,
      ...fields.flatMap(fieldLines).map((line) => `    ${line}`),
    ])
    .join('\n');
}

/** Renders one change with its unit. For a list, shows the items that were removed or added. */
export function fieldLines({ path, before, after }: FieldChange): string[] {
  const unit = /_(cents|ms|bp)(\.|$)/.exec(path)?.[1];
  const name = path.replace(/_(cents|ms|bp)(?=\.|$)/, '');
  if ((Array.isArray(before) && Array.isArray(after)) || isLong(before) || isLong(after))
    return [`${name}:`, ...listLines(itemsOf(before), itemsOf(after))];
  if (before === undefined && isGroup(after)) return [`${name}: added`];
  if (after === undefined && isGroup(before)) return [`${name}: removed`];
  return [`${name}: ${show(before, unit)} → ${show(after, unit)}`];
}

/** Whether a value does not fit on one line: a list of groups, or a text of several lines, such as an expression. */
const isLong = (value: unknown): boolean =>
  typeof value === 'string' ? value.includes('\n') : Array.isArray(value) && value.some(isGroup);

function itemsOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (value === undefined) return [];
  return typeof value === 'string' ? value.split('\n') : [value];
}

/** Shows only items that were removed or added. Lists of rules are long, and usually only one item changes. */
function listLines(before: readonly unknown[], after: readonly unknown[]): string[] {
  const without = (items: readonly unknown[], others: readonly unknown[]): unknown[] =>
    items.filter((item) => !others.some((other) => isDeepStrictEqual(item, other)));
  const lines = [
    ...without(before, after).map((item) => `  - ${show(item, undefined)}`),
    ...without(after, before).map((item) => `  + ${show(item, undefined)}`),
  ];
  return lines.length > 0 ? lines : ['  in a different order'];
}

const isGroup = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Formats a value as in a catalogue file: money as decimals, durations with a unit, groups in braces. */
function show(value: unknown, unit: string | undefined): string {
  if (value === undefined) return '(none)';
  if (typeof value === 'number' && unit === 'cents') return formatCents(value);
  if (typeof value === 'number' && unit === 'ms') return formatDuration(value);
  if (typeof value === 'number' && unit === 'bp') return formatShare(value);
  if (Array.isArray(value)) return `[${value.map((item) => show(item, unit)).join(', ')}]`;
  if (!isGroup(value)) return typeof value === 'string' ? value : JSON.stringify(value);
  const members = Object.entries(value).flatMap(([name, member]) => shownMember(name, member));
  return `{ ${members.join(', ')} }`;
}

/** As in a catalogue file, a rule's test is beside its field, and the default `when_missing: fail` is omitted. */
function shownMember(name: string, member: unknown): string[] {
  if (name === 'when_missing' && member === 'fail') return [];
  if (name === 'test' && isGroup(member))
    return Object.entries(member).flatMap(([test, value]) => shownMember(test, value));
  return [`${name}: ${show(readable(name, member), undefined)}`];
}

/** Converts open hours, which are stored as numbers, to times and weekdays. */
function readable(name: string, member: unknown): unknown {
  if ((name === 'from' || name === 'to') && typeof member === 'number') return formatMinute(member);
  if (name === 'days' && Array.isArray(member)) return member.map((day) => WEEKDAYS[Number(day) - 1]);
  return member;
}
