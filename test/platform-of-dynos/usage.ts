import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

export interface Usage {
  readonly mb: number;
  /** Connections to a server, by the port of its address. */
  connectionsTo(url: string): number;
}

/** What a process of this machine (Linux) holds now. */
export function usageOf(pid: number): Usage {
  const [, kb] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  const sockets = new Set(
    readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
      try {
        return /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1] ?? [];
      } catch {
        // It was closed meanwhile.
        return [];
      }
    }),
  );
  // Columns: number, own address, other address, state, …, inode.
  const rows = readFileSync(`/proc/${pid}/net/tcp`, 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , , , , , , , , inode = '']) => sockets.has(inode));
  return {
    mb: Math.round(Number(kb) / 1_024),
    connectionsTo(url) {
      const port = Number(new URL(url).port).toString(16).toUpperCase().padStart(4, '0');
      return rows.filter(([, , other = '']) => other.endsWith(`:${port}`)).length;
    },
  };
}
