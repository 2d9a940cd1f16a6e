/** What the processes of a side used since they started, by their own accounting. */
export interface Usage {
  readonly cpu_seconds: number;
  /** Undefined: the build does not count them. */
  readonly commands: number | undefined;
}

/** Reads the metrics without labels that a process counts. */
async function readMetrics(origin: string): Promise<(name: string) => number | undefined> {
  const page = await (await fetch(`${origin}/metrics`)).text();
  return (name) => {
    const value = new RegExp(`^${name} (\\S+)$`, 'm').exec(page)?.[1];
    return value === undefined ? undefined : Number(value);
  };
}

/** Reads what these processes used. */
export async function readUsage(origins: readonly string[]): Promise<Usage> {
  const pages = await Promise.all(origins.map(readMetrics));
  const sum = (name: string): number | undefined => {
    const values = pages.flatMap((valueOf) => valueOf(name) ?? []);
    return values.length === 0 ? undefined : values.reduce((total, value) => total + value, 0);
  };
  return {
    cpu_seconds: sum('process_cpu_seconds_total') ?? Number.NaN,
    commands: sum('leadkeep_mongodb_commands_total'),
  };
}

/** What one call of a round used. */
export interface UsedPerCall {
  readonly cpu_ms: number;
  readonly commands?: number;
}

export function perCall(before: Usage, after: Usage, calls: number): UsedPerCall {
  const cpu_ms = ((after.cpu_seconds - before.cpu_seconds) * 1_000) / calls;
  if (before.commands === undefined || after.commands === undefined) return { cpu_ms };
  return { cpu_ms, commands: (after.commands - before.commands) / calls };
}
