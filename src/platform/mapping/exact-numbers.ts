import jsonata from 'jsonata';
import type { SpelledOut } from '../../app/ports/request-writer.js';
import { insides, isNode, type Node } from './syntax-tree.js';

/**
 * The keys and lists that a mapping writes as literals. Any other key or length may be made of the data that it maps.
 * A mapping that is not JSONata spells out nothing.
 */
export function withExactNumbers(source: string): SpelledOut {
  try {
    const nodes = withInsides(jsonata(source).ast() as unknown as Node);
    return {
      keys: [...new Set(nodes.flatMap(keysOf))],
      longestList: Math.max(0, ...nodes.map(lengthOf)),
    };
  } catch {
    return { keys: [], longestList: 0 };
  }
}

const withInsides = (node: Node): Node[] => [
  node,
  ...Object.values(node).flatMap((member) => insides(member).flatMap(withInsides)),
];

/** Of `{ "key": value }` in any place; after a path (`items{ "key": value }`) it is the path's `group`. */
function keysOf({ type, value, lhs, group }: Node): string[] {
  const grouped = (group as { readonly lhs?: unknown } | undefined)?.lhs;
  return [...(type === 'unary' && value === '{' ? pairs(lhs) : []), ...pairs(grouped)].flatMap(([key]) =>
    isNode(key) && key.type === 'string' ? String(key.value) : [],
  );
}

const pairs = (value: unknown): readonly (readonly unknown[])[] =>
  Array.isArray(value) ? value.filter((pair) => Array.isArray(pair)) : [];

const lengthOf = ({ type, value, expressions }: Node): number =>
  type === 'unary' && value === '[' && Array.isArray(expressions) ? expressions.length : 0;
