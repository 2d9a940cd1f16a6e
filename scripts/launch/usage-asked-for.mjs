/**
 * The target's usage if `--help` asks for it, before anything is installed or started, which takes a minute. Throws for an
 * unknown option. Targets without `options` check theirs themselves.
 *
 * @param {import('./targets.mjs').Target} target
 * @param {readonly string[]} args
 * @returns {string | undefined}
 */
export function usageAskedFor({ usage, options }, args) {
  if (usage === undefined || options === undefined) return undefined;
  if (args.some((arg) => ['--help', '-h'].includes(arg))) return usage;
  const unknown = args.find((arg) => arg.startsWith('-') && !options.includes(arg));
  if (unknown !== undefined)
    throw new Error(`${unknown} is no option; there is ${options.join(', ') || 'none'} (--help)`);
  return undefined;
}
