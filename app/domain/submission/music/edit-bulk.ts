import * as v from "valibot";
import { choice, singleLine } from "~/forms/fields";
import { asGroup, type FormValues } from "~/forms/read-form";
import { writtenName } from "~/platform/formats/written-name";
import {
  applyPlan,
  areSameCredits,
  type BulkPlan,
  bulkPlanSchema,
  changedTracks,
  NO_CHANGES,
  numberedTitle,
  planChanges,
  shownChanges,
} from "./bulk-credits";
import { addPerson, type KnownPerson, personKey, postedPersonSchema } from "./known-people";
import type { MusicEdit } from "./music-edit";
import type { MusicAnswers } from "./music-step";
import { checkContributors, noContributors } from "./track-contributors";

/** The fields for somebody who was never credited, as typed. */
const newcomerSchema = v.object({
  list: choice(["songwriters", "producers", "featuredArtists", "nonFeaturedArtists"]),
  firstName: singleLine,
  lastName: singleLine,
});
export type Newcomer = v.InferOutput<typeof newcomerSchema>;
const NO_NEWCOMER: Newcomer = v.parse(newcomerSchema, {});

/** What a page shows of a change of several tracks. */
export interface BulkView {
  /** The ids of the chosen tracks. */
  chosen: readonly string[];
  /** What is to change; undefined while the panel is closed. */
  plan?: BulkPlan | undefined;
  newcomer: Newcomer;
  /** Why a button did nothing. */
  error?: string | undefined;
  /** What became of the last change. */
  note?: string | undefined;
}

export const NOT_CHOSEN: BulkView = { chosen: [], newcomer: NO_NEWCOMER };

/** The id of the panel, and of the note that stands in its place. */
export const BULK = "bulk";
export const CHOOSE_ALL = "chooseAll";
/** Posted where all were chosen as the page was made: without script, rows may be unticked since. */
export const WERE_ALL_CHOSEN = "wereAllChosen";
export const NONE_CHOSEN_TEXT = "Choose tracks in the list first.";
const NOT_SHOWN_TEXT = "Look at what this changes, then press the button again.";
const NOT_DONE_TEXT = "You have not made these changes yet. Make them, or press Cancel.";

/** The chosen tracks and the panel as a page has posted them, and the changes that it showed. */
export function readBulk(
  formValues: FormValues,
  { tracks }: MusicAnswers,
): { view: BulkView; shown: string } {
  const rows = Array.isArray(formValues.tracks) ? formValues.tracks : [];
  const isAllTicked = formValues[CHOOSE_ALL] !== undefined;
  const isAllChanged = isAllTicked !== (formValues[WERE_ALL_CHOSEN] !== undefined);
  const isChosen = (index: number) =>
    isAllChanged ? isAllTicked : asGroup(rows[index]).chosen !== undefined;
  const bulk = asGroup(formValues[BULK]);
  const isOpen = bulk.shown !== undefined;
  return {
    shown: typeof bulk.shown === "string" ? bulk.shown : "",
    view: {
      chosen: tracks.flatMap(({ id }, index) => (isChosen(index) ? [id] : [])),
      plan: isOpen ? v.parse(bulkPlanSchema, bulk) : undefined,
      newcomer: v.parse(newcomerSchema, bulk),
    },
  };
}

/** Plans what shall become of somebody's credits on the chosen tracks; empty for nothing. */
export function planPerson(
  plan: BulkPlan,
  who: KnownPerson,
  more: Partial<Omit<BulkPlan["people"][number], "who">>,
): BulkPlan {
  const index = plan.people.findIndex((person) => personKey(person.who) === personKey(who));
  const before = plan.people[index] ?? { who, change: "", share: "" };
  const people = plan.people.filter((_, at) => at !== index);
  people.splice(index < 0 ? people.length : index, 0, { ...before, ...more });
  return { ...plan, people, ...(more.change === "add" && { soloWork: false }) };
}

/** Plans to credit somebody new, or says what is wrong with the name. */
export function planNewcomer(view: BulkView & { plan: BulkPlan }): BulkView {
  const { list, firstName, lastName } = view.newcomer;
  const who: KnownPerson =
    list === "producers"
      ? { list, name: writtenName({ firstName, lastName }) }
      : list === "songwriters"
        ? { list, firstName, lastName }
        : { list, firstName, surname: lastName, roles: [] };
  const errors = checkContributors(addPerson(noContributors(), who));
  const wrong = Object.entries(errors).find(([name]) => !name.endsWith(".percentage"))?.[1].text;
  const isNameless = list === "producers" && firstName + lastName === "";
  const error = isNameless ? "Producer's name is required" : wrong;
  if (error) return { ...view, error };
  const newcomer = { ...NO_NEWCOMER, list };
  return { ...view, plan: planPerson(view.plan, who, { change: "add" }), newcomer };
}

const countText = (count: number) => (count === 1 ? "1 track" : `${count} tracks`);

export const changedText = (count: number) => `Changed on ${countText(count)}.`;

function apply(answers: MusicAnswers, view: BulkView & { plan: BulkPlan }, shown: string) {
  const { plan, chosen } = view;
  const changes = planChanges(answers.tracks, new Set(chosen), plan);
  if (shownChanges(changes) !== shown)
    return { answers, bulk: { ...view, error: NOT_SHOWN_TEXT }, focus: BULK };
  const ids = new Set(changedTracks(changes).map(({ id }) => id));
  if (ids.size === 0) return { answers, bulk: { ...view, plan: undefined } };
  const before = answers.tracks.filter(({ id }) => ids.has(id));
  const tracks = answers.tracks.map((track) =>
    ids.has(track.id) ? { ...track, metadata: applyPlan(track.metadata, plan) } : track,
  );
  const bulkUndo = { plan, tracks: before.map(({ id, metadata }) => ({ id, metadata })) };
  return {
    answers: { ...answers, tracks, bulkUndo },
    bulk: NOT_CHOSEN,
    focus: BULK,
    announcement: changedText(ids.size),
  };
}

function undo({ bulkUndo, ...answers }: MusicAnswers): MusicEdit {
  const named = (note: string) => ({ bulk: { ...NOT_CHOSEN, note }, focus: BULK });
  const before = new Map(bulkUndo?.tracks.map(({ id, metadata }) => [id, metadata]));
  const affected = answers.tracks.flatMap((track, index) => {
    const metadata = before.get(track.id);
    return metadata ? [{ track, index, metadata }] : [];
  });
  if (!bulkUndo || affected.length === 0)
    return { answers, ...named("There is nothing to undo any more.") };
  const edited = affected.filter(
    ({ track, metadata }) => !areSameCredits(track.metadata, applyPlan(metadata, bulkUndo.plan)),
  );
  if (edited.length > 0) {
    const titles = edited.map(({ track, index }) => numberedTitle(track, index)).join(", ");
    const note = `Not undone. These contributors were changed again since: ${titles}.`;
    return { answers, ...named(note) };
  }
  const tracks = answers.tracks.map((track) => ({
    ...track,
    metadata: before.get(track.id) ?? track.metadata,
  }));
  return {
    answers: { ...answers, tracks },
    ...named(`Undone on ${countText(affected.length)}.`),
  };
}

/**
 * Carries out a button that changes the contributors of several tracks. Only on the server, which
 * has stored what was there before; a page with script plans by itself.
 * @param posted as {@link readBulk} gives it.
 * @returns undefined for any other intent.
 */
export function editBulk(
  intent: string,
  answers: MusicAnswers,
  { view, shown }: ReturnType<typeof readBulk>,
): MusicEdit | undefined {
  const [verb = "", ...about] = intent.split(":");
  const plan = view.plan ?? NO_CHANGES;
  const open = { ...view, plan };
  const withPlan = (next: BulkPlan): MusicEdit => ({
    answers,
    track: "",
    bulk: { ...open, plan: next, error: view.chosen.length === 0 ? NONE_CHOSEN_TEXT : undefined },
  });
  switch (verb) {
    case "bulk":
      return withPlan(plan);
    case "bulk-solo":
      return withPlan({ ...NO_CHANGES, soloWork: true });
    case "bulk-close":
      return { answers, track: "", bulk: { ...view, plan: undefined } };
    case "bulk-add":
    case "bulk-remove":
    case "bulk-keep": {
      const who = v.safeParse(postedPersonSchema, about.join(":"));
      if (!who.success) return withPlan(plan);
      const change = verb === "bulk-add" ? "add" : verb === "bulk-remove" ? "remove" : "";
      return withPlan(planPerson(plan, who.output, { change }));
    }
    case "bulk-new":
      return { answers, track: "", bulk: planNewcomer(open) };
    case "bulk-apply":
      return { ...apply(answers, open, shown), track: "" };
    case "bulk-undo":
      return { ...undo(answers), track: "" };
    case "next": {
      if (!view.plan) return undefined;
      const changes = planChanges(answers.tracks, new Set(view.chosen), plan);
      if (changedTracks(changes).length === 0) return undefined;
      return { answers, track: "", bulk: { ...view, error: NOT_DONE_TEXT }, focus: BULK };
    }
    default:
      return undefined;
  }
}
