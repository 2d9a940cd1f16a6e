import { keptFindings } from '../../core/alerts/alert.js';
import { attentionList, type AttentionItem, type Staff } from '../../core/now/attention.js';
import type { AttentionChange, Changed } from '../../core/now/change-attention.js';
import type { AlertStore } from '../ports/alert-store.js';
import type { AttentionStore } from '../ports/attention-store.js';
import type { FindingsReader } from '../alerts/read-findings.js';
import { actOnFinding, ATTENTION_KEPT_MS } from './act-on-finding.js';
import { compareToday, type ComparePorts, type Comparison } from './compare-today.js';
import { createSharedRead } from './shared-read.js';

/** How old what the board shows may be. */
const MAX_AGE_MS = 5_000;

export interface BoardPorts extends ComparePorts {
  readonly findings: FindingsReader;
  readonly attention: AttentionStore;
  readonly alerts: Pick<AlertStore, 'open' | 'mutes'>;
}

export interface BoardView extends Comparison {
  readonly as_of: Date;
  readonly attention: readonly AttentionItem[];
  /** The rules that could be applied. What the others would find is not known. */
  readonly known: ReadonlySet<string>;
}

export type Acted = Changed | { readonly outcome: 'gone' };

/** What needs somebody now. All viewers of a process share its readings. Every call throws on an outage. */
export interface Board {
  read(): Promise<BoardView>;
  /** `gone`: nothing with this id needs attention now. */
  act(id: string, change: AttentionChange, who: Staff): Promise<Acted>;
  /** One finding as the board shows it. */
  item(id: string): Promise<AttentionItem | undefined>;
}

export function createBoard(ports: BoardPorts): Board {
  const { clock } = ports;
  const memory = {};
  const comparison = createSharedRead((now) => compareToday(ports, memory, now), MAX_AGE_MS, clock);
  const acts = createSharedRead(
    (now) => ports.attention.since(new Date(now.getTime() - ATTENTION_KEPT_MS)),
    MAX_AGE_MS,
    clock,
  );
  const alerts = createSharedRead(() => ports.alerts.open(), MAX_AGE_MS, clock);
  const items = async () => {
    const now = clock();
    const [found, { value }, stored, mutes] = await Promise.all([
      ...([ports.findings.read(), acts.get(), alerts.get()] as const),
      // Not shared: what somebody has just muted shows at once.
      ports.alerts.mutes(now),
    ]);
    const { at, known, findings } = found;
    const all = [...findings, ...keptFindings(stored.value, found)];
    return { at, known, attention: attentionList(all, value, mutes, now) };
  };
  const item: Board['item'] = async (id) => (await items()).attention.find((one) => one.id === id);
  return {
    async read() {
      const [{ at, ...found }, { value, as_of }] = await Promise.all([items(), comparison.get()]);
      return { as_of: at < as_of ? at : as_of, ...found, ...value };
    },
    item,
    async act(id, change, who) {
      const finding = await item(id);
      if (!finding) return { outcome: 'gone' };
      try {
        return await actOnFinding(ports, finding, change, who);
      } finally {
        acts.forget();
      }
    },
  };
}
