import type { Received } from '../support/documented.js';

/** The status and the headers of an answer, from its lines. */
export function headOf(head: string): Pick<Received, 'status' | 'headers'> {
  const [status = '', ...lines] = head.split('\r\n');
  const headers = lines.map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
  });
  return { status: Number(status.split(' ')[1]), headers: Object.fromEntries(headers) };
}

/** JSON as a value, other text as it is; nothing is undefined. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text === '' ? undefined : text;
  }
}

const HEAD_END = '\r\n\r\n';

/** The whole answers that one connection received for requests with these methods, in order. */
export function answersIn(said: Buffer, methods: readonly string[]): Received[] {
  const answers: Received[] = [];
  let at = 0;
  for (const method of methods) {
    const end = said.indexOf(HEAD_END, at);
    if (end < 0) break;
    const head = headOf(said.toString('latin1', at, end));
    const from = end + HEAD_END.length;
    const content = method === 'HEAD' ? nothingAt(from) : contentOf(said, from, head.headers);
    if (!content) break;
    answers.push({ ...head, body: parsed(content.bytes.toString()) });
    at = content.end;
  }
  return answers;
}

interface Content {
  readonly bytes: Buffer;
  /** Where the next answer begins. */
  readonly end: number;
}

const nothingAt = (end: number): Content => ({ bytes: Buffer.alloc(0), end });

/** Undefined while it is not all there. */
function contentOf(said: Buffer, from: number, headers: Received['headers']): Content | undefined {
  if (headers['transfer-encoding'] === 'chunked') return chunksOf(said, from);
  const end = from + Number(headers['content-length']);
  if (Number.isNaN(end)) throw new Error(`an answer without a length: ${JSON.stringify(headers)}`);
  return end > said.length ? undefined : { bytes: said.subarray(from, end), end };
}

function chunksOf(said: Buffer, from: number): Content | undefined {
  const bytes: Buffer[] = [];
  for (let at = from; ;) {
    const lineEnd = said.indexOf('\r\n', at);
    if (lineEnd < 0) return undefined;
    const length = Number.parseInt(said.toString('latin1', at, lineEnd), 16);
    const next = lineEnd + 2 + length + 2;
    if (next > said.length) return undefined;
    if (length === 0) return { bytes: Buffer.concat(bytes), end: next };
    bytes.push(said.subarray(lineEnd + 2, next - 2));
    at = next;
  }
}
