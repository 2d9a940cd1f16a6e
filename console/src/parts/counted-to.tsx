import { Notice } from './notice';
import { Time } from './time';

const SLACK_MS = 60_000;

interface CountedToParts {
  readonly what: string;
  readonly to: string;
  readonly asOf: string;
}

/** Says that counts end before now, if they do: more came since than the console counts. */
export const CountedTo = ({ what, to, asOf }: CountedToParts) =>
  Date.parse(asOf) - Date.parse(to) > SLACK_MS ? (
    <Notice tone="wait">
      {what}: counted up to <Time at={to} />. There’s too much after that to count at once.
    </Notice>
  ) : null;
