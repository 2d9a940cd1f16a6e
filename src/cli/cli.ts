import { hostname, userInfo } from 'node:os';

/** The environment in which a command runs. */
export interface Cli {
  readonly env: NodeJS.ProcessEnv;
  readonly clock: () => Date;
  /** Prints the requested output to stdout, with a line break. */
  print(text: string): void;
  /** Prints notes about the output to stderr, with a line break. */
  note(text: string): void;
  /** Asks the person at the terminal and waits for a yes or no. Absent without a terminal. */
  confirm?(question: string): Promise<boolean>;
  /** Lets some milliseconds pass. Absent: they really pass. */
  pause?(ms: number): Promise<unknown>;
}

/** The account of the operating system. */
export function osUserName(): string {
  try {
    return userInfo().username;
  } catch {
    // In a container, the user id often has no name.
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}

/** The user who changes the catalogue, for its history. */
export const whoAmI = (): string => `${osUserName()}@${hostname()}`;
