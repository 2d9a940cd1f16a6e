import { hostname, userInfo } from 'node:os';

/** What commands have of the world. */
export interface Cli {
  readonly env: NodeJS.ProcessEnv;
  readonly clock: () => Date;
  /** To stdout, with a line break: what was asked for. */
  print(text: string): void;
  /** To stderr, with a line break: what a person should know beside it. */
  note(text: string): void;
  /** Asks the person at the terminal and waits for a yes or no; absent without a terminal. */
  confirm?(question: string): Promise<boolean>;
}

/** Who changes the catalogue, for its history. */
export function whoAmI(): string {
  try {
    return `${userInfo().username}@${hostname()}`;
  } catch {
    // In a container the user id often has no name.
    return `uid ${process.getuid?.() ?? 'unknown'}@${hostname()}`;
  }
}
