const COLOURS = [36, 32, 33, 35, 34, 96];
const WIDTH = 'sweeper'.length;

/** Writes the lines of several processes to one output, each prefixed with the process's name; in color on a terminal. */
export function createPrefixedLog(out: NodeJS.WriteStream = process.stdout) {
  const inColour = out.isTTY && process.env['NO_COLOR'] === undefined;
  let given = 0;
  return (name: string): ((line: string) => void) => {
    const colour = COLOURS[given % COLOURS.length] ?? 0;
    given += 1;
    const label = name.padEnd(WIDTH);
    const prefix = inColour ? `\u001b[${colour}m${label} |\u001b[0m` : `${label} |`;
    return (line) => out.write(`${prefix} ${line}\n`);
  };
}
