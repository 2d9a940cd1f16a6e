import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  parseDocument,
  visit,
  type Document,
  type Node,
  CST,
} from 'yaml';
import type { SourceFile, ValidationIssue } from '../../core/catalogue/validation-issue.js';
import { hasLoneSurrogate } from '../../core/lead/invisible-characters.js';

export type DataPath = readonly (string | number)[];

export interface YamlFile {
  readonly name: string;
  /** Undefined if the file has issues, because its content is then unknown. */
  readonly data: unknown;
  readonly issues: readonly ValidationIssue[];
  /**
   * The place of the key or item at a path of `data`. If the path does not exist, the place of the nearest existing
   * parent. With `inText`, from 1, the line of that line of a text, if the file writes the text line by line (`|`).
   */
  placeOf(path: DataPath, inText?: number): FilePosition;
}

/** A place in a file. 1 is the first line and the first character. */
export interface FilePosition {
  readonly line: number;
  readonly column: number;
}

const START: FilePosition = { line: 1, column: 1 };

const MAX_CHARACTERS = 8_000_000;

/** A file whose aliases repeat more than this is an attack or a mistake. Alias expansion is exponential. */
const MAX_ALIASES = 100;

/** What a text says, without its places. */
type Content = Pick<YamlFile, 'data'> & {
  readonly issues: readonly (readonly [at: FilePosition, message: string])[];
};

/**
 * The texts that were read last, without their syntax trees, which are large. Who opens, saves and checks a draft reads
 * the same texts several times, and each time takes most of the work.
 */
const READ = new Map<string, Content>();
const MOST_READ = 8;
/** Of larger files, too much would be kept. */
const MAX_KEPT_CHARACTERS = 1_000_000;

/** Reads one file as YAML 1.2 (core schema: `yes` is text, and so is 08:00) and knows the line of every value. */
export function readYamlFile({ name, text }: SourceFile): YamlFile {
  const { data, issues } = contentOf(text);
  let places: Places | undefined;
  return {
    name,
    // Each reader may change its own.
    data: structuredClone(data),
    issues: issues.map(([at, message]) => ({ file: name, ...at, message })),
    placeOf: (path, inText) => {
      if (issues.length > 0) return START;
      places ??= parsed(text);
      return placeOfPath(places.document, path, places.placeAt, inText);
    },
  };
}

function contentOf(text: string): Content {
  const content = READ.get(text) ?? read(text);
  READ.delete(text);
  if (text.length > MAX_KEPT_CHARACTERS) return content;
  READ.set(text, content);
  for (const oldest of [...READ.keys()].slice(0, -MOST_READ)) READ.delete(oldest);
  return content;
}

function read(text: string): Content {
  const broken = (...issues: Content['issues']): Content => ({ data: undefined, issues });
  if (text.length > MAX_CHARACTERS) return broken([START, `is larger than ${MAX_CHARACTERS} characters`]);
  const deep = tooDeepAt(text);
  if (deep !== undefined) return broken([{ line: deep, column: 1 }, 'is nested too deeply']);
  try {
    const { document, placeAt } = parsed(text);
    const syntax = [...document.errors, ...document.warnings].map(
      ({ pos, message }) => [placeAt(pos[0]), `is not valid YAML: ${message}`] as const,
    );
    const found = [...syntax, ...contentIssues(document, placeAt)];
    if (found.length > 0) return broken(...found);
    return { data: document.toJS({ maxAliasCount: MAX_ALIASES }) as unknown, issues: [] };
  } catch (error) {
    // The library throws this error if there are more aliases than allowed.
    if (!(error instanceof ReferenceError)) throw error;
    return broken([START, `repeats more than ${MAX_ALIASES} times by aliases`]);
  }
}

interface Places {
  readonly document: Document;
  readonly placeAt: PlaceAt;
}

function parsed(text: string): Places {
  const lines = new LineCounter();
  return {
    document: parseDocument(text, { version: '1.2', lineCounter: lines, prettyErrors: false }),
    placeAt: (offset) => {
      const { line, col } = lines.linePos(offset);
      return { line: Math.max(1, line), column: Math.max(1, col) };
    },
  };
}

type PlaceAt = (offset: number) => FilePosition;

function contentIssues(document: Document, placeAt: PlaceAt): (readonly [FilePosition, string])[] {
  const found: (readonly [FilePosition, string])[] = [];
  visit(document, {
    Scalar(_key, { value, range }) {
      if (typeof value === 'string' && hasLoneSurrogate(value))
        found.push([placeAt(range?.[0] ?? 0), 'holds half a character, such as an emoji that was cut']);
    },
    Alias(_key, alias, ancestors) {
      const target = alias.resolve(document);
      const at = placeAt(alias.range?.[0] ?? 0);
      if (target === undefined) found.push([at, `has no anchor &${alias.source} before this alias`]);
      else if (ancestors.includes(target)) found.push([at, `has the alias *${alias.source} inside itself`]);
    },
  });
  return found;
}

function placeOfPath(document: Document, path: DataPath, placeAt: PlaceAt, inText?: number): FilePosition {
  let node: unknown = document.contents;
  let place = START;
  for (const step of path) {
    if (isAlias(node)) node = node.resolve(document);
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(step));
      if (pair === undefined) return place;
      place = placeOfNode(pair.key, placeAt) ?? place;
      node = pair.value;
    } else if (isSeq(node)) {
      node = node.items[Number(step)];
      place = placeOfNode(node, placeAt) ?? place;
    } else return place;
  }
  if (inText === undefined) return place;
  const starts = placeOfNode(node, placeAt) ?? place;
  return isScalar(node) && node.type === 'BLOCK_LITERAL' ? { line: starts.line + inText, column: 1 } : starts;
}

function placeOfNode(node: unknown, placeAt: PlaceAt): FilePosition | undefined {
  const start = (node as Node | null | undefined)?.range?.[0];
  return start === undefined ? undefined : placeAt(start);
}

const DEEPEST = 100;
const OPENS = ['flow-seq-start', 'flow-map-start'];
const CLOSES = ['flow-seq-end', 'flow-map-end'];
const INDICATORS = ['seq-item-ind', 'explicit-key-ind', 'map-value-ind'];

/**
 * The line on which a text is nested deeper than any catalogue, or undefined. Call it before parsing. The parser
 * recurses for each level, and if the stack overflows inside a regular expression, the engine ends the process.
 */
export function tooDeepAt(text: string): number | undefined {
  let line = 1;
  let open = 0;
  let inLine = 0;
  let startsLine = true;
  let scalarIsNext = false;
  for (const token of new Lexer().lex(text)) {
    const kind = scalarIsNext ? 'scalar' : CST.tokenType(token);
    scalarIsNext = !scalarIsNext && token === CST.SCALAR;
    if (kind !== null && OPENS.includes(kind)) open += 1;
    if (kind !== null && CLOSES.includes(kind)) open = Math.max(0, open - 1);
    // Each level of blocks needs a column of indentation or an indicator on the line. Indicators inside brackets do
    // not count, because they open no block: a catalogue may be JSON on one line.
    if (kind !== null && open === 0 && INDICATORS.includes(kind)) inLine += 1;
    if (startsLine && kind === 'space') inLine += token.length;
    if (open > DEEPEST || inLine > DEEPEST * 2) return line;
    const breaks = token.split('\n').length - 1;
    line += breaks;
    startsLine = kind === 'newline' || kind === 'doc-mode';
    if (breaks > 0) inLine = 0;
  }
  return undefined;
}
