import { isDeepStrictEqual } from 'node:util';
import {
  isAlias,
  isCollection,
  isMap,
  isScalar,
  isSeq,
  parseDocument,
  Scalar,
  visit,
  type Document,
  type Node,
  type Pair,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import { nameOfItem } from '../../core/catalogue/diff-values.js';
import { asText } from './loose.js';
import { readYamlFile } from './yaml-file.js';
import { YAML_STYLE, yamlOf } from './yaml-style.js';

type Group = Readonly<Record<string, unknown>>;

/** What stands at an offset of the text is replaced up to `end`. */
interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * The text with the fewest lines changed, so that it says `data`: every other line stays as it is, with its comments.
 * Comments above what is removed stay too. Where what an alias repeats changes, the alias is written out. Undefined if the
 * text can't be edited so.
 */
export function editYaml(text: string, data: unknown): string | undefined {
  let from: string | undefined = text;
  while (from !== undefined) {
    const edit: YamlEdit = new YamlEdit(from);
    const edited = edit.to(data);
    if (edited !== undefined && isDeepStrictEqual(dataOf(edited), data)) return edited;
    from = edit.withoutAliases();
  }
  return undefined;
}

const dataOf = (text: string): unknown => readYamlFile({ name: '', text }).data;

function spliced(text: string, splices: readonly Splice[]): string {
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  let at = 0;
  let result = '';
  for (const { start, end, text: put } of [...splices].sort((a, b) => a.start - b.start)) {
    result += text.slice(at, start) + put.replaceAll('\n', newline);
    at = Math.max(at, end);
  }
  return result + text.slice(at);
}

/** One edit of one text. A method that answers false has left something to its caller: to write the value anew. */
class YamlEdit {
  readonly #document: Document.Parsed;
  readonly #isJson: boolean;
  #splices: Splice[] = [];

  constructor(private readonly text: string) {
    this.#document = parseDocument(text, { version: '1.2', keepSourceTokens: true, prettyErrors: false });
    this.#isJson = text.trimStart().startsWith('{');
  }

  to(data: unknown): string | undefined {
    const { contents } = this.#document;
    return this.#edit(contents, data) ? spliced(this.text, this.#splices) : undefined;
  }

  /** The text with the aliases of what was edited written out. Undefined: there are none. */
  withoutAliases(): string | undefined {
    const splices: Splice[] = [];
    visit(this.#document, {
      Alias: (_key, alias) => {
        const [from, to] = rangeOf(alias.resolve(this.#document));
        if (!this.#splices.some(({ start, end }) => start <= to && end >= from)) return;
        const [start, end] = rangeOf(alias);
        splices.push({ start, end, text: this.#inFlow(this.#valueOf(alias)) });
      },
    });
    return splices.length === 0 ? undefined : spliced(this.text, splices);
  }

  #edit(node: unknown, target: unknown): boolean {
    if (isDeepStrictEqual(this.#valueOf(node), target)) return true;
    // What was noted below something that is written anew must not be done as well.
    const noted = this.#splices.length;
    const done =
      isMap(node) && isGroup(target)
        ? this.#editMap(node, target)
        : isSeq(node) && Array.isArray(target)
          ? this.#editList(node, target)
          : isScalar(node) && this.#editScalar(node, target);
    if (!done) this.#splices = this.#splices.slice(0, noted);
    return done;
  }

  #valueOf(node: unknown): unknown {
    return (node as Node | null)?.toJS(this.#document) ?? null;
  }

  #put(start: number, end: number, text: string): true {
    this.#splices.push({ start, end, text });
    return true;
  }

  #editScalar(scalar: Scalar, target: unknown): boolean {
    const [start, end] = rangeOf(scalar);
    if (start === end || isCollectionValue(target) || this.text.slice(start, end).includes('\n'))
      return false;
    const next = new Scalar(target);
    if (typeof target === 'string' && scalar.type?.startsWith('QUOTE_')) next.type = scalar.type;
    if (typeof target === 'number' && scalar.minFractionDigits !== undefined)
      next.minFractionDigits = scalar.minFractionDigits;
    const text = this.#isJson ? JSON.stringify(target) : inFlow(next);
    return !text.includes('\n') && this.#put(start, end, text);
  }

  #editMap(map: YAMLMap, target: Group): boolean {
    const pairs = map.items.map((pair) => ({ key: keyOf(pair), pair }));
    const kept = pairs.filter(({ key }) => key !== undefined && Object.hasOwn(target, key));
    if (kept.length === 0 || pairs.some(({ key, pair }) => key === undefined || !isNode(pair.value)))
      return false;
    const isFlow = map.flow === true;
    const spans = pairs.map(({ pair }) => ({ start: startOf(pair.key), end: endOf(pair.value) }));
    const stays = pairs.map((each) => kept.includes(each));
    if (!this.#remove(spans, stays, isFlow)) return false;
    const column = this.#columnOf(spans[0]?.start ?? 0);
    for (const { key, pair } of kept) {
      if (this.#edit(pair.value, target[key ?? ''])) continue;
      this.#rewritePair(pair, { [key ?? '']: target[key ?? ''] }, { isFlow, column });
    }
    const known = new Map(kept.map(({ key }, index) => [key, index]));
    let last = -1;
    for (const [key, value] of Object.entries(target)) {
      const index = known.get(key);
      if (index !== undefined) last = Math.max(last, index);
      else {
        const after = kept[last]?.pair;
        const at = { after: after && endOf(after.value), before: startOf(kept[0]?.pair.key) };
        const isTop = map === this.#document.contents;
        this.#insert(at, this.#member({ [key]: value }, isFlow), { isFlow, column, gap: isTop });
      }
    }
    return true;
  }

  #rewritePair(pair: Pair, member: Group, { isFlow, column }: Style): void {
    const end = endOf(pair.value);
    if (!isFlow) {
      this.#rewrite(startOf(pair.key), end, indented(this.#member(member, false), column));
      return;
    }
    const [start] = rangeOf(pair.value);
    this.#put(
      start,
      end,
      `${start === endOf(pair.key) + 1 ? ' ' : ''}${this.#inFlow(Object.values(member)[0])}`,
    );
  }

  /** Keeps a comment after the value, on the first line of the new one. */
  #rewrite(start: number, end: number, text: string): void {
    const rest = this.text.slice(end, lineEnd(this.text, end));
    const comment = /^[ \t]+#/.test(rest) ? rest : '';
    const [first = '', ...others] = text.split('\n');
    this.#put(start, end + comment.length, [first + comment, ...others].join('\n'));
  }

  #editList(list: YAMLSeq, target: readonly unknown[]): boolean {
    const isFlow = list.flow === true;
    const values = list.items.map((item) => this.#valueOf(item));
    const matches = matched(values, target);
    const dashes = isFlow ? [] : dashesOf(list);
    if (
      !matches ||
      list.items.length === 0 ||
      target.length === 0 ||
      list.items.some((item) => !isNode(item))
    )
      return false;
    if (!isFlow && dashes.length !== list.items.length) return false;
    const spans = list.items.map((item, index) => ({
      start: dashes[index] ?? startOf(item),
      end: endOf(item),
    }));
    const staying = new Set(matches);
    const stays = spans.map((_span, index) => staying.has(index));
    if (!stays.includes(true) || !this.#remove(spans, stays, isFlow)) return false;
    const column = this.#columnOf(spans[0]?.start ?? 0);
    const [beforeLast, lastSpan] = spans.slice(-2);
    const gap = lastSpan && /\n[ \t]*\r?\n/.test(this.text.slice(beforeLast?.end, lastSpan.start));
    const firstStaying = spans[stays.indexOf(true)];
    let after: number | undefined;
    for (const [index, value] of target.entries()) {
      const from = matches[index];
      const span = from === undefined ? undefined : spans[from];
      if (!span) {
        const at = { after, before: firstStaying?.start ?? 0 };
        this.#insert(at, this.#item(value, list), { isFlow, column, gap: gap === true });
        continue;
      }
      after = span.end;
      if (this.#edit(list.items[from ?? 0], value)) continue;
      if (isFlow) this.#put(span.start, span.end, this.#inFlow(value));
      else this.#rewrite(span.start, span.end, indented(this.#item(value, list), column));
    }
    return true;
  }

  /** Removes runs of items: in brackets with a comma, otherwise whole lines. */
  #remove(spans: readonly Span[], stays: readonly boolean[], isFlow: boolean): boolean {
    for (let index = 0; index < spans.length; index += 1) {
      const first = spans[index];
      if (stays[index] || !first) continue;
      let last = index;
      while (last + 1 < spans.length && !stays[last + 1]) last += 1;
      const { end } = spans[last] ?? first;
      const [before, next] = [spans[index - 1], spans[last + 1]];
      index = last;
      if (isFlow) this.#put(before?.end ?? first.start, before ? end : (next?.start ?? end), '');
      else {
        const start = lineStart(this.text, first.start);
        if (this.text.slice(start, first.start).trim() !== '') return false;
        this.#put(start, nextLine(this.text, this.#endOfLines(end, this.#columnOf(first.start))), '');
      }
    }
    return true;
  }

  #insert(
    at: { readonly after: number | undefined; readonly before: number },
    text: string,
    style: Style,
  ): void {
    const { isFlow, column, gap = false } = style;
    const put = indented(text, column);
    const space = `\n${' '.repeat(column)}`;
    if (isFlow) {
      const isOwnLine = this.text.slice(lineStart(this.text, at.before), at.before).trim() === '';
      const between = `,${isOwnLine ? space : ' '}`;
      if (at.after === undefined) this.#put(at.before, at.before, put + between);
      else this.#put(at.after, at.after, between + put);
    } else if (at.after === undefined) this.#put(at.before, at.before, put + (gap ? '\n' : '') + space);
    else {
      const end = this.#endOfLines(at.after, column);
      this.#put(end, end, (gap ? '\n' : '') + space + put);
    }
  }

  /** The end of the line of an offset, and of comments below it that stand further in than `column`. */
  #endOfLines(offset: number, column: number): number {
    let end = lineEnd(this.text, offset);
    for (;;) {
      const start = nextLine(this.text, end);
      const comment = /[ \t]*#/y;
      comment.lastIndex = start;
      if (!comment.test(this.text) || comment.lastIndex - 1 - start <= column) return end;
      end = lineEnd(this.text, start);
    }
  }

  #columnOf = (offset: number): number => offset - lineStart(this.text, offset);

  #member(member: Group, isFlow: boolean): string {
    if (!isFlow) return textOf(yamlOf(member));
    const [[key, value] = ['', '']] = Object.entries(member);
    return `${this.#inFlow(key)}: ${this.#inFlow(value)}`;
  }

  /** An item as the others of its list are written. */
  #item(value: unknown, list: YAMLSeq): string {
    if (list.flow === true) return this.#inFlow(value);
    const document = yamlOf([value]);
    const item: unknown = isSeq(document.contents) && document.contents.items[0];
    if (isMap(item) && list.items.every((each) => isMap(each) && each.flow !== true)) item.flow = false;
    return textOf(document);
  }

  #inFlow = (value: unknown): string => (this.#isJson ? JSON.stringify(value) : inFlow(value));
}

interface Span {
  readonly start: number;
  readonly end: number;
}

interface Style {
  readonly isFlow: boolean;
  readonly column: number;
  /** An empty line is put between. */
  readonly gap?: boolean;
}

/**
 * For each item of `target` the index of the item that it continues; undefined: it is new. Items with names are found
 * by name. What is left between two that were found continues each other in order, but for entries: another handle is
 * another entry. Undefined: the order differs.
 */
function matched(
  values: readonly unknown[],
  target: readonly unknown[],
): readonly (number | undefined)[] | undefined {
  const [from, to] = [namesOf(values), namesOf(target)];
  if (from && to) {
    const found = to.map((name) => (from.includes(name) ? from.indexOf(name) : undefined));
    const known = found.filter((index) => index !== undefined);
    if (known.some((index, at) => at > 0 && index < (known[at - 1] ?? 0))) return undefined;
    if (values.some((value) => isGroup(value) && Object.hasOwn(value, 'handle'))) return found;
    let next = 0;
    return found.map((index, at) => {
      const until = found.slice(at).find((later) => later !== undefined) ?? values.length;
      const continued = index ?? (next < until ? next : undefined);
      next = (continued ?? next - 1) + 1;
      return continued;
    });
  }
  const isSame = (a: number, b: number): boolean => isDeepStrictEqual(values[a], target[b]);
  const most = Math.min(values.length, target.length);
  let head = 0;
  while (head < most && isSame(head, head)) head += 1;
  let tail = 0;
  while (tail < most - head && isSame(values.length - 1 - tail, target.length - 1 - tail)) tail += 1;
  return target.map((_item, index) => {
    if (index >= target.length - tail) return index - target.length + values.length;
    return index < values.length - tail ? index : undefined;
  });
}

/** The names of items that all have different ones. */
function namesOf(items: readonly unknown[]): readonly string[] | undefined {
  const names = items.map((item) =>
    isCollectionValue(item) ? (asText((item as Group)['handle']) ?? nameOfItem(item)) : JSON.stringify(item),
  );
  return new Set(names).size === names.length && names.every((name) => name !== undefined)
    ? names
    : undefined;
}

const isCollectionValue = (value: unknown): value is object => typeof value === 'object' && value !== null;
const isGroup = (value: unknown): value is Group => isCollectionValue(value) && !Array.isArray(value);
const isNode = (value: unknown): value is Node => isScalar(value) || isCollection(value) || isAlias(value);

const rangeOf = (node: unknown): readonly [start: number, end: number] => {
  const [start, end] = (node as Node).range ?? [0, 0];
  return [start, end];
};
const startOf = (node: unknown): number => rangeOf(node)[0];

/** Where a value ends, without the line break and the comments after it. */
function endOf(node: unknown): number {
  if (isCollection(node) && node.flow !== true) {
    const last: unknown = node.items.at(-1);
    if (last !== undefined)
      return isNode(last) ? endOf(last) : endOf((last as Pair).value ?? (last as Pair).key);
  }
  const [start, end] = rangeOf(node);
  const isBlock = isScalar(node) && node.type?.startsWith('BLOCK_') === true;
  // Its last line break belongs to it.
  return isBlock ? Math.max(start, end - 1) : end;
}

/** The offsets of the dashes of a list. */
function dashesOf({ srcToken }: YAMLSeq): number[] {
  if (srcToken?.type !== 'block-seq') return [];
  return srcToken.items.flatMap(({ start }) =>
    start.flatMap(({ type, offset }) => (type === 'seq-item-ind' ? [offset] : [])),
  );
}

const keyOf = ({ key }: Pair): string | undefined => (isScalar(key) ? String(key.value) : undefined);

const lineStart = (text: string, offset: number): number => text.lastIndexOf('\n', offset - 1) + 1;
function lineEnd(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  if (end < 0) return text.length;
  return text[end - 1] === '\r' && end > offset ? end - 1 : end;
}

/** Where the line after that of an offset begins; the end of the text if there is none. */
const nextLine = (text: string, offset: number): number => text.indexOf('\n', offset) + 1 || text.length;

const indented = (text: string, column: number): string =>
  text.replaceAll(/\n(?!\n|$)/g, `\n${' '.repeat(column)}`);

const textOf = (document: Document): string => document.toString(YAML_STYLE).replace(/\n$/, '');

/** A value between brackets, on one line. */
function inFlow(value: unknown): string {
  const document = yamlOf([value]);
  visit(document, {
    Collection(_key, node) {
      node.flow = true;
    },
    Scalar(_key, scalar) {
      if (scalar.type?.startsWith('BLOCK_') === true || String(scalar.value).includes('\n'))
        scalar.type = 'QUOTE_DOUBLE';
    },
  });
  return document.toString(YAML_STYLE).trimEnd().slice(2, -2);
}
