import { type DayOfCalls, runBoardDay } from "./board-day";
import { table } from "./figures";
import { PLATFORM_LIMITS } from "./platform-limits";
import { atLeast } from "./verdict";

const LIMIT = PLATFORM_LIMITS.boardCallsPerDayStandard.limit;
/** Submissions a day. */
const GOALS = { without: 140, with: 250 };
/** Items of earlier days that wait, and are not asked about one by one. */
const WAITING = 500;
const LOSES_ONE_OF = 50;

/** How many submissions a day fit, if what is asked anyway stays the same. */
const fits = ({ calls, fixedCalls }: DayOfCalls, submissions: number) => {
  const all = [...calls.values()].reduce((sum, count) => sum + count, 0);
  return { all, fit: Math.floor(((LIMIT - fixedCalls) * submissions) / (all - fixedCalls)) };
};

/** Runs a day with so many submissions. @returns its calls as a text, and how many a day fit. */
async function countDay(title: string, submissions: number, hasEvents: boolean) {
  const losesOneOf = hasEvents ? LOSES_ONE_OF : 0;
  const day = await runBoardDay({ submissions, waiting: WAITING, hasEvents, losesOneOf });
  const { all, fit } = fits(day, submissions);
  const each = (count: number) => (count / submissions).toFixed(2);
  const row = (name: string, count: number) => [name, String(count), each(count)];
  const rows = [...day.calls].toSorted(([, a], [, b]) => b - a);
  const minutes = (day.longestWaitMs / 60_000).toFixed(1);
  const lost = hasEvents ? `, though ${day.lostEvents} events were lost` : "";
  const text = [
    `${title}: ${submissions} submissions, ${WAITING} items that wait`,
    table([
      ["call", "a day", "a submission"],
      ...rows.map(([name, count]) => row(name, count)),
      row("together", all),
      row("of these, what the sweep asks", day.fixedCalls),
    ]),
    `A status set on the board was taken over within ${minutes} minutes${lost}.\n`,
  ].join("\n\n");
  return { text, fit };
}

/**
 * Counts the calls of the board through a simulated day, without and with its events, and how many
 * submissions a day its plan Standard carries.
 * @returns whether the goals are met.
 */
export async function benchBoard(smoke: boolean): Promise<boolean> {
  console.log(`board: a day of its calls; ${LIMIT} a day are allowed on the plan Standard\n`);
  // Of many submissions each takes as many calls as of few, and half of them half of the time.
  const size = (goal: number) => (smoke ? 4 : goal / 2);
  const days = await Promise.all([
    countDay("Without events", size(GOALS.without), false),
    countDay("With events", size(GOALS.with), true),
  ]);
  for (const { text } of days) console.log(text);
  const [without, withEvents] = days.map(({ fit }) => fit);
  const judge = (label: string, fit = Number.NaN, goal: number) =>
    atLeast(`board: submissions a day ${label} events`, fit, goal, String(fit));
  return [judge("without", without, GOALS.without), judge("with", withEvents, GOALS.with)].every(
    Boolean,
  );
}
