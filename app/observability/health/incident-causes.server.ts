import { type SQL, sql } from "drizzle-orm";
import { addMinutes } from "~/platform/clock";
import type { RuleName } from "./alert-rules";

/** A rule and its subject; without a subject, the rule whatever it is about. */
interface Topic {
  rule: RuleName;
  subject?: string;
}

const check = (subject: string): Topic => ({ rule: "health", subject });

interface CauseRow {
  effect: Topic;
  /** The nearest one first. */
  causes: readonly Topic[];
  /** How long the effect may last after its cause. Some rules count what happened within an hour. */
  minutesAfter: number;
  /**
   * How long after its cause the effect may begin, and how long it may last beside it. What is later or
   * longer is told by itself: it may have another cause. A day, and as long as the cause, where not set.
   */
  minutesBeside?: number;
}

/** Errors count an hour: after that those of a cause that is away are known. */
const ERRORS_BESIDE_MINUTES = 60;

/**
 * What breaks because something else is away. A cause may have a cause itself, but nothing leads
 * back to itself.
 */
export const CAUSES: readonly CauseRow[] = [
  // Checks are recorded in the database, so a gap in them counts for every store.
  { effect: check("r2"), causes: [check("d1")], minutesAfter: 0 },
  { effect: check("kv"), causes: [check("d1")], minutesAfter: 0 },
  { effect: check("queue"), causes: [check("d1")], minutesAfter: 0 },
  { effect: check("direct"), causes: [check("r2")], minutesAfter: 0 },
  { effect: { rule: "queue" }, causes: [check("queue"), check("d1")], minutesAfter: 15 },
  {
    effect: { rule: "mail" },
    causes: [check("mail"), { rule: "queue" }, check("queue"), check("d1")],
    minutesAfter: 75,
  },
  {
    effect: { rule: "errors" },
    causes: [{ rule: "health" }, { rule: "queue" }, { rule: "mail" }],
    minutesAfter: 75,
    minutesBeside: ERRORS_BESIDE_MINUTES,
  },
  { effect: { rule: "backup" }, causes: [check("d1"), check("r2")], minutesAfter: 75 },
];

/** What begins later than this after its cause is told by itself, however long the cause lasts. */
const EXPLAINS_MINUTES = 24 * 60;

/** Open incidents and the latest that are over: those of all times would be read for nothing. */
const candidates = sql`(SELECT * FROM incidents WHERE closed_at IS NULL
  UNION ALL SELECT * FROM (SELECT * FROM incidents WHERE closed_at IS NOT NULL
    ORDER BY opened_at DESC LIMIT 50))`;

const pairsAt = (now: Date) =>
  CAUSES.flatMap(({ effect, causes, minutesAfter, minutesBeside }) =>
    causes.map((cause, order) => ({
      rule: effect.rule,
      subject: effect.subject ?? null,
      causeRule: cause.rule,
      causeSubject: cause.subject ?? null,
      endedAfter: addMinutes(now, -minutesAfter).toISOString(),
      beginsWithin: `+${minutesBeside ?? EXPLAINS_MINUTES} minutes`,
      // Beside an open cause the effect may not have begun before this.
      begunAfter: minutesBeside === undefined ? "" : addMinutes(now, -minutesBeside).toISOString(),
      order,
    })),
  );

/**
 * The id of the incident that causes another one: it is open, or has just ended. Null if there is
 * none.
 * @param effect the alias of the other incident in its statement.
 */
export function causeIdOf(effect: string, now: Date): SQL<string | null> {
  const column = (name: string) => sql.raw(`${effect}.${name}`);
  return sql`(SELECT cause.id FROM json_each(${JSON.stringify(pairsAt(now))}) AS pair
    CROSS JOIN ${candidates} AS cause ON cause.rule = pair.value ->> '$.causeRule'
      AND cause.subject = coalesce(pair.value ->> '$.causeSubject', cause.subject)
    WHERE pair.value ->> '$.rule' = ${column("rule")}
      AND coalesce(pair.value ->> '$.subject', ${column("subject")}) = ${column("subject")}
      AND cause.id <> ${column("id")}
      AND iif(cause.closed_at IS NULL, ${column("opened_at")} > pair.value ->> '$.begunAfter',
        cause.closed_at > pair.value ->> '$.endedAfter')
      AND ${column("opened_at")} <
        strftime('%Y-%m-%dT%H:%M:%fZ', cause.opened_at, pair.value ->> '$.beginsWithin')
    ORDER BY cause.closed_at IS NOT NULL, pair.value ->> '$.order', cause.opened_at LIMIT 1)`;
}

/** The condition that nothing explains an incident. */
export const hasNoCause = (effect: string, now: Date): SQL =>
  sql`${causeIdOf(effect, now)} IS NULL`;
