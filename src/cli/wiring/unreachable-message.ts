/** What to say of a server that does not answer: only a setting that was made can be wrong. */
export const unreachableMessage = (
  server: string,
  host: string,
  setting: string,
  env: NodeJS.ProcessEnv,
): string =>
  `${server} at ${host} does not answer; ${
    env[setting] ? `is ${setting} right?` : `${setting} is not set: start ${server} there, or set it`
  }`;
