import { isCalendarDate, isoDate, longDate, shortDay } from "~/platform/formats/dates";
import {
  INITIAL_STATUS,
  type ReleaseStage,
  releaseStages,
  statusFacts,
} from "~/reference/statuses";
import { deliveryDay, lastDayToSend } from "../music/release-dates";
import { fixKind, isFinalNo, type RejectionAnswer } from "./fix-link";

/** What is stored about a submission, as far as it decides where it stands. Days are YYYY-MM-DD. */
export interface ProgressFacts {
  /** In any case. */
  status: string;
  changesAskedAt: string | null;
  answer: RejectionAnswer | undefined;
  /** Whether its artist has sent a new version. */
  isReplaced: boolean;
  hasSigned: boolean;
  /** Empty where there is none. */
  releaseDate: string;
  createdAt: string;
  replyDueAt: string;
  /** When the status was set last; empty where it never was. */
  statusAt: string;
  /** As DELIVERY_WEEKS. */
  deliveryWeeks: number;
}

export interface Stage {
  name: ReleaseStage;
  state: "done" | "next" | "ahead" | "no";
  /** When it was, or by when it will be; empty where that is open. */
  day: string;
}

interface NextDate {
  what: string;
  when: string;
  /** YYYY-MM-DD; empty where it is open. */
  day: string;
}

/** Where a release stands, in five stages, and what comes next. */
export interface ReleaseProgress {
  stages: Stage[];
  next: NextDate;
}

const AGREED = releaseStages.indexOf("agreed");
const DELIVERED = releaseStages.indexOf("delivered");

/** The stage that a release is at; a yes first waits for the agreement. */
function stageNumber({ status, hasSigned }: ProgressFacts): number {
  const { stage = "listened to", outcome, requires } = statusFacts(status) ?? {};
  const number = releaseStages.indexOf(stage);
  if (outcome !== "yes" || requires === "agreement") return number;
  return hasSigned ? Math.max(number, DELIVERED) : AGREED;
}

/** The days of the stages; what is agreed or delivered before we answer has none. */
function stageDays(facts: ProgressFacts): string[] {
  const { releaseDate, createdAt, replyDueAt, deliveryWeeks } = facts;
  const reply = replyDueAt.slice(0, 10);
  const delivery = deliveryDay(releaseDate, deliveryWeeks) ?? "";
  const ahead = delivery > reply ? delivery : "";
  const out = isCalendarDate(releaseDate) ? releaseDate : "";
  return [createdAt.slice(0, 10), reply, ahead, ahead, out];
}

function refusedNext(facts: ProgressFacts, now: Date): NextDate {
  const day = facts.statusAt.slice(0, 10);
  const when = day && `, ${shortDay(day, now)}`;
  if (isFinalNo(facts)) return { what: "A final no", when: `with its reason${when}`, day: "" };
  if (!fixKind(facts))
    return { what: "It could not come out", when: "we wrote to you why", day: "" };
  const what = facts.answer === "later" ? "Not yet" : "A no";
  return { what, when: `but you can send it again${when}`, day: "" };
}

/** What comes next by the stage. A day that is over is told for what it is. */
function nextOf(facts: ProgressFacts, now: Date): NextDate {
  const number = stageNumber(facts);
  const day = stageDays(facts)[number] ?? "";
  const today = isoDate(now);
  const by = (date: string) => (date ? `by ${shortDay(date, now)}` : "");
  if (facts.changesAskedAt !== null) {
    const last = lastDayToSend(facts.releaseDate, facts.deliveryWeeks) ?? "";
    const isLate = last < today;
    return { what: "Next: your changes", when: isLate ? "" : by(last), day: isLate ? "" : last };
  }
  if (number < AGREED && day < today)
    return { what: "Next: our reply", when: `was due ${by(day)}. We're sorry`, day: "" };
  if (number < AGREED) return { what: "Next: our reply", when: by(day), day };
  if (number === AGREED) return { what: "Next: your agreement", when: by(day), day };
  if (number === DELIVERED) return { what: "Next: delivery to the stores", when: by(day), day };
  return { what: "Next: out", when: day && longDate(day), day };
}

/** The five stages of a release, each with its state and day. */
export function stagesOf(facts: ProgressFacts): Stage[] {
  const { outcome, requires } = statusFacts(facts.status) ?? {};
  const number = stageNumber(facts);
  const days = stageDays(facts);
  const stateOf = (index: number): Stage["state"] => {
    if (index < number || requires === "agreement") return "done";
    if (index > number) return "ahead";
    return outcome === "no" ? "no" : "next";
  };
  return releaseStages.map((name, index) => {
    const isOver = outcome === "no" && index > 0;
    return { name, state: stateOf(index), day: isOver ? "" : (days[index] ?? "") };
  });
}

/** Where a release stands on its way out, and the next date. */
export function releaseProgress(facts: ProgressFacts, now: Date): ReleaseProgress {
  const { outcome, requires } = statusFacts(facts.status) ?? {};
  const stages = stagesOf(facts);
  const { releaseDate, isReplaced } = facts;
  if (isReplaced) return { stages, next: { what: "You sent a new version", when: "", day: "" } };
  if (outcome === "no") return { stages, next: refusedNext(facts, now) };
  if (requires !== "agreement") return { stages, next: nextOf(facts, now) };
  const isSince = releaseDate !== "" && releaseDate <= isoDate(now);
  const when = isSince ? `since ${shortDay(releaseDate, now)}` : "";
  return { stages, next: { what: "Out", when, day: "" } };
}

/** The progress of a submission that nobody has decided about. */
export function sentProgress(
  sent: Pick<ProgressFacts, "createdAt" | "replyDueAt" | "deliveryWeeks"> & {
    form: { uploadType: string; releaseDate: string };
  },
  now: Date,
): ReleaseProgress {
  const { createdAt, replyDueAt, deliveryWeeks, form } = sent;
  const releaseDate = form.uploadType === "transfer" ? "" : form.releaseDate;
  const open = { changesAskedAt: null, answer: undefined, isReplaced: false, hasSigned: false };
  const dates = { releaseDate, createdAt, replyDueAt, deliveryWeeks, statusAt: "" };
  return releaseProgress({ status: INITIAL_STATUS, ...open, ...dates }, now);
}

const STATE_WORDS = { done: "done", next: "next", ahead: "later", no: "no" };

/** The line of stages in words, as for mails: each with its state, and its day where it is ahead. */
export function stagesInWords(stages: readonly Stage[]): [string, string][] {
  return stages.map(({ name, state, day }) => {
    const by = name === "out" ? "" : "by ";
    const when = day && state !== "done" ? `, ${by}${longDate(day)}` : "";
    return [name.charAt(0).toUpperCase() + name.slice(1), STATE_WORDS[state] + when];
  });
}
