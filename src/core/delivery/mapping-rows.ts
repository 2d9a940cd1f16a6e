/** A line of a mapping: what the other side calls it, like `applicant.name.first`, and the expression of its value. */
export interface MappingRow {
  readonly path: string;
  readonly value: string;
}

/**
 * The rows of a mapping that is an object of expressions, also in groups. Undefined: it is something else, or has what rows
 * can't keep (comments, a key with a period, one that stands twice).
 */
export function rowsOf(mapping: string): MappingRow[] | undefined {
  if (mapping.includes('/*')) return undefined;
  const scan = new Scan(mapping);
  const rows = scan.object('');
  return rows && scan.isAtEnd() && rowProblems(rows).every((problem) => problem === undefined)
    ? rows
    : undefined;
}

/** The mapping of these rows. One with a problem is left out. */
export function mappingOf(rows: readonly MappingRow[]): string {
  const problems = rowProblems(rows);
  const root: Tree = new Map();
  for (const [at, { path, value }] of rows.entries()) {
    if (problems[at] !== undefined) continue;
    const steps = path.split('.');
    let tree = root;
    for (const step of steps.slice(0, -1)) {
      const inner = tree.get(step);
      const next: Tree = inner instanceof Map ? inner : new Map();
      tree.set(step, next);
      tree = next;
    }
    tree.set(steps.at(-1) ?? '', value.trim());
  }
  return `${written(root, '')}\n`;
}

/** Why a row is not in the mapping; undefined: it is. */
export function rowProblems(rows: readonly MappingRow[]): (string | undefined)[] {
  return rows.map(({ path, value }, at) => {
    if (path === '') return 'It has no name yet';
    if (path.split('.').includes('')) return 'A part of its name is empty';
    if (value.trim() === '') return 'It has no value yet';
    const before = rows.slice(0, at).map((row) => row.path);
    if (before.includes(path)) return 'It’s there twice';
    return before.some((one) => one.startsWith(`${path}.`) || path.startsWith(`${one}.`))
      ? 'It is a group and a value'
      : undefined;
  });
}

type Tree = Map<string, string | Tree>;

function written(tree: Tree, indent: string): string {
  const inner = `${indent}  `;
  const lines = [...tree].map(
    ([key, value]) =>
      `${inner}${JSON.stringify(key)}: ${typeof value === 'string' ? value : written(value, inner)}`,
  );
  return lines.length === 0 ? '{}' : `{\n${lines.join(',\n')}\n${indent}}`;
}

const CLOSES: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };
/** After these a `/` divides. After anything else, it begins a pattern. */
const OPERAND_END = /[\w$)\]}"'`]/;

/** Reads object constructors of JSONata without evaluating anything. */
class Scan {
  #at = 0;
  constructor(private readonly text: string) {}

  isAtEnd(): boolean {
    this.#blanks();
    return this.#at === this.text.length;
  }

  /** Undefined: here is no object of keys and values. */
  object(prefix: string): MappingRow[] | undefined {
    if (!this.#takes('{')) return undefined;
    const rows: MappingRow[] = [];
    if (this.#takes('}')) return rows;
    for (;;) {
      const key = this.#key();
      if (key === undefined || key.includes('.') || key === '' || !this.#takes(':')) return undefined;
      const own = this.#group(`${prefix}${key}.`) ?? this.#expression(`${prefix}${key}`);
      if (!own) return undefined;
      rows.push(...own);
      if (this.#takes('}')) return rows;
      if (!this.#takes(',')) return undefined;
    }
  }

  /** An object that is the whole value. An empty one is an expression. */
  #group(prefix: string): MappingRow[] | undefined {
    const from = this.#at;
    const rows = this.object(prefix);
    this.#blanks();
    if (rows && rows.length > 0 && [',', '}'].includes(this.text.charAt(this.#at))) return rows;
    this.#at = from;
    return undefined;
  }

  #expression(path: string): MappingRow[] | undefined {
    this.#blanks();
    const from = this.#at;
    const open: string[] = [];
    let last = '';
    for (; this.#at < this.text.length; this.#at += 1) {
      const char = this.text.charAt(this.#at);
      if (open.length === 0 && (char === ',' || char === '}')) {
        const value = this.text.slice(from, this.#at).trim();
        return value === '' ? undefined : [{ path, value }];
      }
      if (char === '"' || char === "'" || char === '`') {
        if (!this.#skip(char)) return undefined;
      } else if (char === '/' && !OPERAND_END.test(last)) {
        if (!this.#skip('/')) return undefined;
      } else if (CLOSES[char] !== undefined) open.push(CLOSES[char]);
      else if (')]}'.includes(char) && open.pop() !== char) return undefined;
      if (char.trim() !== '') last = char;
    }
    return undefined;
  }

  /** To the end of what begins here with `quote`. */
  #skip(quote: string): boolean {
    let depth = 0;
    for (this.#at += 1; this.#at < this.text.length; this.#at += 1) {
      const char = this.text.charAt(this.#at);
      if (char === quote && depth === 0) return true;
      if (char === '\\' && quote !== '`') this.#at += 1;
      else if (quote === '/' && '([{'.includes(char)) depth += 1;
      else if (quote === '/' && ')]}'.includes(char)) depth -= 1;
    }
    return false;
  }

  #key(): string | undefined {
    this.#blanks();
    const from = this.#at;
    const quote = this.text.charAt(from);
    if ((quote !== '"' && quote !== "'") || !this.#skip(quote)) return undefined;
    this.#at += 1;
    const inner = this.text.slice(from + 1, this.#at - 1);
    if (quote === "'" && /["\\]/.test(inner)) return undefined;
    try {
      return JSON.parse(`"${inner}"`) as string;
    } catch {
      return undefined;
    }
  }

  #takes(char: string): boolean {
    this.#blanks();
    if (this.text.charAt(this.#at) !== char) return false;
    this.#at += 1;
    return true;
  }

  #blanks(): void {
    while (/\s/.test(this.text.charAt(this.#at))) this.#at += 1;
  }
}
