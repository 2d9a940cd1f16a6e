/**
 * Loaded into a process before its own code (`--import`): on SIGUSR2 the process collects its garbage, so what is left on its
 * heap is in use. Needs `--expose-gc`.
 */
process.on('SIGUSR2', () => {
  globalThis.gc?.();
});
