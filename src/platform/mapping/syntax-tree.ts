/** The part of JSONata's syntax tree that is used here. */
export interface Node {
  readonly type: string;
  readonly value?: unknown;
  readonly position?: number;
  readonly [key: string]: unknown;
}

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';

/** The nodes directly inside a member of any kind (`group` and filters are no nodes themselves). */
export function insides(member: unknown): Node[] {
  if (isNode(member) || Array.isArray(member)) return isNode(member) ? [member] : member.flatMap(insides);
  if (typeof member !== 'object' || member === null || member instanceof RegExp) return [];
  return Object.values(member).flatMap(insides);
}
