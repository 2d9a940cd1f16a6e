const IN_COLOUR = process.stdout.isTTY && process.env['NO_COLOR'] === undefined;

const paint = (code: number) => (text: string) => (IN_COLOUR ? `\u001b[${code}m${text}\u001b[0m` : text);

export const bold = paint(1);
export const dim = paint(2);
export const green = paint(32);
export const red = paint(31);
export const cyan = paint(36);

export function say(line = ''): void {
  process.stdout.write(`${line}\n`);
}

/** Begins a step of the story. */
export function heading(n: number, text: string): void {
  say(`\n${bold(`${n}.`)} ${bold(text)}`);
}

export const indent = (text: string): string => text.trimEnd().replace(/^/gm, '   ');
