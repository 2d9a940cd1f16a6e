const USES = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const;
const FOLLOWS_MS = 10_000;

/** When somebody last did something here. Opening the page counts. */
let usedAt = 0;
for (const use of USES)
  window.addEventListener(
    use,
    () => {
      usedAt = performance.now();
    },
    { capture: true, passive: true },
  );

/** Marks a call that no person is behind: otherwise a page that lies open would keep its session alive. */
export const backgroundHeader = (): Record<string, string> =>
  performance.now() - usedAt > FOLLOWS_MS ? { 'Leadkeep-Background': '1' } : {};
