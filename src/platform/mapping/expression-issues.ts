import jsonata from 'jsonata';
import { patternProblem } from '../../core/patterns/linear-pattern.js';
import { didYouMean } from '../../core/catalogue/did-you-mean.js';
import { FUNCTIONS } from './functions.js';
import { flagsOf } from './linear-reg-exp.js';
import type { MappingNames } from './names.js';
import { insides, isNode, type Node } from './syntax-tree.js';

export interface ExpressionIssue {
  readonly problem: string;
  /** The line of the expression, from 1. */
  readonly line: number;
}

/** What is known about the value in which names are looked up. */
type Context = MappingNames | 'any' | 'value';

/**
 * What is wrong with an expression before it runs: its syntax, names that are missing in `names`, and functions and
 * variables that don't exist. Names are checked as deep as `names` describes them.
 */
export function expressionIssues(source: string, names: MappingNames): ExpressionIssue[] {
  const lineOf = (position: unknown): number => lineAt(source, position);
  const found: ExpressionIssue[] = [];
  const tell = (node: Node, problem: string): void => {
    found.push({ problem, line: lineOf(node.position) });
  };
  try {
    const tree = jsonata(source).ast() as unknown as Node;
    const variables = new Set([...KNOWN_FUNCTIONS, ...boundIn(tree)]);
    walk(tree, names, { names, variables, tell });
    return found;
  } catch (error) {
    const { message, position } = error as { message?: unknown; position?: unknown };
    const why = error instanceof RangeError ? 'nested too deeply' : String(message);
    return [{ problem: `is not valid JSONata: ${why}`, line: lineOf(position) }];
  }
}

const lineAt = (source: string, position: unknown): number =>
  typeof position === 'number' ? source.slice(0, position).split('\n').length : 1;

function problemOf({ value }: Node): string | undefined {
  const literal = value as RegExp;
  const problem = patternProblem(literal.source, flagsOf(literal));
  return problem === undefined ? undefined : `holds a regular expression that ${problem}`;
}

const KNOWN_FUNCTIONS = [
  ...'sum count max min average string substring substringBefore substringAfter lowercase uppercase length trim pad'.split(
    ' ',
  ),
  ...'match contains replace split join formatNumber formatBase formatInteger parseInteger number floor ceil'.split(
    ' ',
  ),
  ...'round abs sqrt power random boolean not map zip filter single reduce sift keys lookup append exists'.split(
    ' ',
  ),
  ...'spread merge reverse each error assert type sort shuffle distinct base64encode base64decode'.split(' '),
  ...'encodeUrlComponent encodeUrl decodeUrlComponent decodeUrl toMillis fromMillis clone now millis'.split(
    ' ',
  ),
  ...FUNCTIONS.map(({ name }) => name),
];

interface Walk {
  readonly names: MappingNames;
  readonly variables: ReadonlySet<string>;
  readonly tell: (node: Node, problem: string) => void;
}

const nodesIn = (value: unknown): Node[] =>
  isNode(value) ? [value] : Array.isArray(value) ? value.flatMap(nodesIn) : [];

/** Names of variables that the expression itself defines: by `:=`, as a function's parameters, by `@` and `#`. */
function boundIn(tree: Node): string[] {
  const own = [tree['focus'], tree['index']].filter((name) => typeof name === 'string');
  if (tree.type === 'lambda') own.push(...nodesIn(tree['arguments']).map(({ value }) => String(value)));
  if (tree.type === 'bind') own.push(...nodesIn(tree['lhs']).map(({ value }) => String(value)));
  return [...own, ...Object.values(tree).flatMap((member) => insides(member).flatMap(boundIn))];
}

/** Walks a node whose names are looked up in `context`. Returns what is known about the node's value. */
function walk(node: Node, context: Context, to: Walk): Context {
  const value = valueOf(node, context, to);
  for (const inner of [node['stages'], node['predicate'], node['group']].flatMap(insides))
    walk(inner, value, to);
  return value;
}

function valueOf(node: Node, context: Context, to: Walk): Context {
  switch (node.type) {
    case 'path':
      return nodesIn(node['steps']).reduce((at, step) => walk(step, at, to), context);
    case 'name':
      return named(node, context, to);
    case 'variable':
      if (node.value === '') return context;
      if (node.value === '$') return to.names;
      if (!to.variables.has(String(node.value))) to.tell(node, unknownVariable(String(node.value), to));
      return 'any';
    case 'function':
    case 'partial':
      called(node, context, to);
      return 'any';
    case 'regex':
      checkPattern(node, to);
      return 'any';
    case 'lambda':
      return walkAll([node['body']], context, to);
    case 'bind':
      return walkAll([node['rhs']], context, to);
    case 'transform':
      walkAll([node['pattern'], node['update'], node['delete']], 'any', to);
      return 'any';
    case 'filter':
      return walkAll([node['expr']], context, to);
    case 'block': {
      const inner = nodesIn(node['expressions']).map((each) => walk(each, context, to));
      return inner.at(-1) ?? 'any';
    }
    default: {
      const { lhs, rhs, expression, expressions, condition, then, else: otherwise, terms } = node;
      return walkAll([lhs, rhs, expression, expressions, condition, then, otherwise, terms], context, to);
    }
  }
}

function checkPattern(node: Node, { tell }: Walk): void {
  const problem = problemOf(node);
  if (problem !== undefined) tell(node, problem);
}

function walkAll(members: readonly unknown[], context: Context, to: Walk): Context {
  for (const member of members.flatMap(insides)) walk(member, context, to);
  return 'any';
}

function named(node: Node, context: Context, { names, tell }: Walk): Context {
  if (typeof context === 'string') return 'any';
  const name = String(node.value);
  const known = Object.hasOwn(context, name) ? context[name] : undefined;
  if (known !== undefined) return known;
  const nearest = didYouMean(name, Object.keys(context));
  const list = nearest === '' && context === names ? `: there is ${Object.keys(names).join(', ')}` : nearest;
  tell(node, `uses "${name}", which does not exist here${list}`);
  return 'any';
}

function called(node: Node, context: Context, to: Walk): void {
  const [procedure] = nodesIn(node['procedure']);
  const [only, ...more] = procedure?.type === 'path' ? nodesIn(procedure['steps']) : [];
  if (only?.type === 'name' && more.length === 0)
    to.tell(only, `calls "${String(only.value)}", which is no function${dollar(String(only.value), to)}`);
  else if (procedure) walk(procedure, context, to);
  walkAll([node['arguments']], context, to);
}

const dollar = (name: string, { variables }: Walk): string =>
  variables.has(name) ? ` (did you mean "$${name}"?)` : '';

function unknownVariable(name: string, { variables }: Walk): string {
  if (name === 'eval') return 'uses "$eval", which would run what a stranger wrote: $parseJson reads JSON';
  const nearest = didYouMean(
    `$${name}`,
    [...variables].map((each) => `$${each}`),
  );
  return `uses "$${name}", which is no function or variable${nearest}`;
}
