/** A program of a server. It can be killed, and comes back on the same port with the same data. */
export interface Part {
  readonly name: string;
  readonly dataDir: string;
  kill(): Promise<void>;
  restart(): Promise<void>;
}

/** `parts` is empty for a server given by its address: the rehearsal must not kill it. */
export interface Server {
  readonly url: string;
  /** `url`, or how it was found: path, download, packages. */
  readonly way: string;
  readonly parts: readonly Part[];
}
