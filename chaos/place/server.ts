/** A program of a server that can be killed and comes back on the same port with the same data. */
export interface Part {
  readonly name: string;
  readonly dataDir: string;
  kill(): Promise<void>;
  restart(): Promise<void>;
}

/** `parts` is empty for a server that was given by its address: it is not ours to kill. */
export interface Server {
  readonly url: string;
  /** `url`, or how it was found: path, download, packages. */
  readonly way: string;
  readonly parts: readonly Part[];
}
