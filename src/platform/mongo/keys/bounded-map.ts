export interface BoundedMap<V> {
  get(key: string): V | undefined;
  set(key: string, value: V): void;
  delete(key: string): void;
}

/** A map that forgets what was set longest ago when it would hold more than `most`. */
export function boundedMap<V>(most: number): BoundedMap<V> {
  const map = new Map<string, V>();
  return {
    get: (key) => map.get(key),
    set(key, value) {
      map.delete(key);
      map.set(key, value);
      const [oldest] = map.keys();
      if (map.size > most && oldest !== undefined) map.delete(oldest);
    },
    delete: (key) => void map.delete(key),
  };
}
