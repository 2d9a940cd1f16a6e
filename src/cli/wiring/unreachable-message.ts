/** The message about a server that does not answer. Only asks whether the setting is right if you made one. */
export const unreachableMessage = (
  server: string,
  host: string,
  setting: string,
  env: NodeJS.ProcessEnv,
): string =>
  `${server} at ${host} does not answer; ${
    env[setting] ? `is ${setting} right?` : `${setting} is not set: start ${server} there, or set it`
  }`;
