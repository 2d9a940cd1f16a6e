import type { Destination } from '../../../src/core/destination-gate/destination.js';
import type { DestinationGate } from '../../../src/app/ports/destination-gate.js';
import type { Admission, WaitReason } from '../../../src/core/destination-gate/admission.js';
import type { CallResult } from '../../../src/core/destination-gate/call-result.js';

interface State {
  failures: number;
  open_until: number;
  probe?: string;
  next: number;
  readonly flying: Map<string, number>;
}

const wait = (why: WaitReason, for_ms: number): Admission => ({ outcome: 'wait', why, for_ms });

/** The gate's rules without its queue: who waits comes back, and takes what it then finds. */
export function memoryDestinationGate(clock: () => Date) {
  const states = new Map<string, State>();
  const passages: { readonly id: string; readonly passage: CallResult | 'unused' }[] = [];
  const stateOf = (id: string): State => {
    const state = states.get(id) ?? { failures: 0, open_until: 0, next: 0, flying: new Map() };
    states.set(id, state);
    return state;
  };

  function look({ id, per_minute, max_in_flight }: Destination, permit: string): Admission {
    const now = clock().getTime();
    const state = stateOf(id);
    for (const [other, until] of state.flying) if (until <= now) state.flying.delete(other);
    if (state.open_until > now) return wait('destination_down', state.open_until - now);
    const isProbing = state.probe !== undefined && state.flying.has(state.probe) && state.probe !== permit;
    if (state.open_until > 0 && isProbing) return wait('destination_down', 1_000);
    const others = [...state.flying.keys()].filter((other) => other !== permit).length;
    if (max_in_flight !== undefined && others >= max_in_flight) return wait('no_room', 1_000);
    if (per_minute !== undefined && state.next > now) return wait('throttled', state.next - now);
    return { outcome: 'go' };
  }

  function enter(destination: Destination, permit: string): Admission {
    const admission = look(destination, permit);
    if (admission.outcome === 'wait') return admission;
    const { id, per_minute, lease_ms } = destination;
    const now = clock().getTime();
    const state = stateOf(id);
    if (per_minute !== undefined) state.next = now + 60_000 / per_minute;
    if (state.open_until > 0) state.probe = permit;
    state.flying.set(permit, now + lease_ms);
    return admission;
  }

  function leave({ id, breaker }: Destination, permit: string, result: CallResult | 'unused'): void {
    const state = stateOf(id);
    passages.push({ id, passage: result });
    state.flying.delete(permit);
    if (result === 'unused') return;
    if (result.health === 'up') Object.assign(state, { failures: 0, open_until: 0, probe: undefined });
    if (result.health !== 'down') return;
    state.failures += 1;
    const opens = state.open_until === 0 ? state.failures >= breaker.failures : state.probe === permit;
    if (opens) state.open_until = clock().getTime() + breaker.open_for_ms;
  }

  const destinationGate: DestinationGate = {
    peek: (destination, permit) => Promise.resolve(look(destination, permit)),
    enter: (destination, permit) => Promise.resolve(enter(destination, permit)),
    release(destination, permit, result) {
      leave(destination, permit, result);
      return Promise.resolve();
    },
    openBreakers: () => {
      const now = clock();
      const open = [...states].filter(([, { open_until }]) => open_until > now.getTime());
      return Promise.resolve(new Set(open.map(([id]) => id)));
    },
  };
  /** Redis loses everything. */
  const lose = (): void => {
    states.clear();
  };
  /** What Redis holds now, to come back with later. */
  const keep = (): (() => void) => {
    const kept = structuredClone(states);
    return () => {
      states.clear();
      for (const [id, state] of structuredClone(kept)) states.set(id, state);
    };
  };
  return { gate: destinationGate, passages, lose, keep };
}
