import { severityRank } from './finding.js';
import type { ChannelAlert } from './channel-alert.js';

/** `2026-11-20 12:00 UTC` */
const moment = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

const ENDED = 'resolved';

/**
 * For people: the most urgent first; what is over comes last. An alert that fires again is not over, so its end is left
 * out.
 */
const inOrder = (alerts: readonly ChannelAlert[]): ChannelAlert[] =>
  alerts
    .filter(({ event, id }, n) => event !== ENDED || alerts.slice(n + 1).every((later) => later.id !== id))
    .sort((a, b) => orderOf(b) - orderOf(a) || a.since.getTime() - b.since.getTime());

const orderOf = ({ event, severity }: ChannelAlert): number =>
  event === ENDED ? -1 : event === 'digest' ? -0.5 : severityRank(severity);

const HEADS = {
  test: 'TEST',
  digest: 'DIGEST',
  resolved: 'OVER',
  urgent: 'URGENT',
  soon: 'SOON',
  note: 'NOTE',
} as const;

const headOf = ({ event, severity }: ChannelAlert): string =>
  HEADS[event === 'test' || event === 'digest' || event === ENDED ? event : severity];

function whenOf({ event, since, resolved_at }: ChannelAlert): string {
  if (event === ENDED) return `from ${moment(since)} to ${resolved_at ? moment(resolved_at) : 'now'}`;
  return event === 'still' ? `still, since ${moment(since)}` : `since ${moment(since)}`;
}

/** What stands under the sentence. */
const belowOf = (alert: ChannelAlert): readonly string[] =>
  alert.event === 'digest' ? (alert.lines ?? []) : [`${whenOf(alert)} · ${alert.rule}`];

/** The first line of an e-mail: what is worst, and how much more there is. */
export function titleOf(alerts: readonly ChannelAlert[]): string {
  const [first, ...others] = inOrder(alerts);
  if (!first) return 'Leadkeep';
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  return `[Leadkeep] ${headOf(first)}: ${first.sentence}${more}`;
}

/** The text of an e-mail. `consoleUrl`: where the console is opened; its first screen has what helps. */
export const plainText = (alerts: readonly ChannelAlert[], consoleUrl: string): string =>
  inOrder(alerts)
    .map(
      (alert) =>
        `${headOf(alert)}: ${alert.sentence}\n${belowOf(alert)
          .map((line) => `  ${line}\n`)
          .join('')}`,
    )
    .concat(`What helps is at ${consoleUrl}/\n`)
    .concat('`leadkeep alerts list` shows all alerts; `leadkeep alerts mute` silences some for a while.\n')
    .join('\n');

const MARKS = { TEST: '⚪', DIGEST: '🗒️', OVER: '✅', URGENT: '🔴', SOON: '🟠', NOTE: '🔵' } as const;

/** Slack's own marks would turn a name into a link or call everybody, as would an `@` in Mattermost and Discord. */
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('@', '@\u200b');

/** Discord refuses a longer text, also when it is sent again. */
const CHAT_LENGTH = 2_000;
/** A sentence may name many offers. Each of its characters may become five. */
const CHAT_SENTENCE = 300;

const ROOM_FOR_LINK = 300;

function cut(text: string): string {
  const letters = Array.from(text);
  return letters.length > CHAT_SENTENCE ? `${letters.slice(0, CHAT_SENTENCE).join('').trimEnd()}…` : text;
}

function chatLine(alert: ChannelAlert): string {
  const head = headOf(alert) as keyof typeof MARKS;
  const lines = [`${MARKS[head]} *${head}* ${escaped(cut(alert.sentence))}`];
  for (const line of belowOf(alert).map((each) => escaped(cut(each))))
    if (lines.join('\n').length + line.length < CHAT_LENGTH - ROOM_FOR_LINK) lines.push(line);
  return lines.join('\n');
}

/** A message that Slack, Mattermost and Discord (`…/slack`) show: as many alerts as fit, and how many more there are. */
export function slackBody(alerts: readonly ChannelAlert[], consoleUrl: string): object {
  const lines = inOrder(alerts).map(chatLine);
  const link = `<${consoleUrl}/|Open the console>`;
  const textOf = (shown: number): string => {
    const left = lines.length - shown;
    return [...lines.slice(0, shown), ...(left > 0 ? [`… and ${left} more`] : []), link].join('\n');
  };
  let shown = lines.length;
  while (shown > 1 && textOf(shown).length > CHAT_LENGTH) shown -= 1;
  return { text: textOf(shown) };
}

/** Plain JSON for programs, which take the last event of an alert for its state: in the order in which it happened. */
export const webhookBody = (alerts: readonly ChannelAlert[], consoleUrl: string): object => ({
  type: 'leadkeep.alerts',
  console_url: `${consoleUrl}/`,
  alerts,
});
