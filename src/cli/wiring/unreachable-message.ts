/** The message for a server that does not answer. Asks whether the setting is right only if it is set. */
export const unreachableMessage = (
  server: string,
  host: string,
  setting: string,
  env: NodeJS.ProcessEnv,
): string =>
  `${server} at ${host} does not answer; ${
    env[setting] ? `is ${setting} right?` : `${setting} is not set: start ${server} there, or set it`
  }`;
