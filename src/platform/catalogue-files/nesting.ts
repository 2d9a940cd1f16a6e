import { CST, Lexer } from 'yaml';

const DEEPEST = 100;
const OPENS = ['flow-seq-start', 'flow-map-start'];
const CLOSES = ['flow-seq-end', 'flow-map-end'];
const INDICATORS = ['seq-item-ind', 'explicit-key-ind', 'map-value-ind'];

/**
 * The line on which a text is nested deeper than any catalogue, or undefined. Asked before parsing: the parser calls
 * itself for each level, and where the stack ends inside a regular expression the engine ends the process.
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
    // A level of blocks needs a column of indentation or an indicator of its own on the line.
    // Inside brackets they open none: a catalogue may be JSON on one line.
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
