/**
 * Keeps what was used last, up to a sum of sizes. Two halves: what is found in the older half moves to the newer one, and
 * when that is full, the older half is dropped. So a look costs no bookkeeping.
 */
export class Recent<Value> {
  private newer = new Map<string, Value>();
  private older = new Map<string, Value>();
  private size = 0;

  /** `most`: the largest sum of sizes. */
  constructor(
    private readonly most: number,
    private readonly sizeOf: (value: Value) => number,
  ) {}

  get(name: string): Value | undefined {
    const found = this.newer.get(name);
    if (found !== undefined) return found;
    const old = this.older.get(name);
    if (old !== undefined) this.set(name, old);
    return old;
  }

  set(name: string, value: Value): void {
    if (this.newer.has(name)) return;
    const size = this.sizeOf(value);
    if (this.size + size > this.most / 2) {
      this.older = this.newer;
      this.newer = new Map();
      this.size = 0;
    }
    this.newer.set(name, value);
    this.size += size;
  }
}
