import * as v from "valibot";
import {
  deleteOfflineDraft,
  OFFLINE_DRAFT_KEY,
} from "~/forms/autosave/delete-offline-draft.client";
import type { FileView } from "~/uploads/upload";
import { DRAFT_DAYS } from "../draft/draft-days";
import type { DraftPrefill } from "../draft/prefill";
import type { AnswerStep } from "../steps/steps";

const stepSchema = v.picklist(["artist", "music", "about"]);

const offlineDraftSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    draftId: v.string(),
    /** When it was last written, in milliseconds. */
    at: v.number(),
    completed: v.array(stepSchema),
    /** Passed on as they are, and read where the form is opened: see `offline-form`. */
    files: v.array(v.unknown()),
    /** The same; what the artist's last release tells of this one, for steps that were never open. */
    prefill: v.optional(v.unknown()),
    /** Of each step that was open: what is known to be saved, and its token. */
    steps: v.record(v.string(), v.object({ version: v.string(), saved: v.unknown() })),
    /** The steps on which Next was pressed without a connection, in that order. */
    next: v.array(stepSchema),
  }),
);

/** The form of one draft as this browser keeps it. What is typed and not saved yet has copies of its own. */
export type OfflineDraft = v.InferOutput<typeof offlineDraftSchema>;

/** Of a form that another version of the site has kept, this alone is sure to be read. */
const ageSchema = v.pipe(v.string(), v.parseJson(), v.object({ at: v.number() }));

const isExpired = ({ at }: { at: number }) => at <= Date.now() - DRAFT_DAYS * 86_400_000;

/** What a page of the form shows of its draft. */
export interface OfflinePage {
  draftId: string;
  step: AnswerStep;
  version: string;
}

/** The form that is kept here, if any; of a draft that has expired since, nothing is. */
export function readOfflineDraft(): OfflineDraft | undefined {
  try {
    const result = v.safeParse(offlineDraftSchema, localStorage.getItem(OFFLINE_DRAFT_KEY));
    return result.success && !isExpired(result.output) ? result.output : undefined;
  } catch {
    return undefined;
  }
}

/** Removes what is kept of a draft that has expired since: no page shows it any more. */
export function deleteExpiredOfflineDraft(): void {
  try {
    const text = localStorage.getItem(OFFLINE_DRAFT_KEY);
    if (text === null) return;
    const result = v.safeParse(ageSchema, text);
    if (!result.success || isExpired(result.output)) deleteOfflineDraft();
  } catch {
    // Where storage is forbidden, nothing was kept.
  }
}

/** @returns whether it is kept: storage may be full or forbidden. */
function saveCopy(copy: OfflineDraft): boolean {
  try {
    localStorage.setItem(OFFLINE_DRAFT_KEY, JSON.stringify({ ...copy, at: Date.now() }));
    return true;
  } catch {
    return false;
  }
}

const createEmptyCopy = (draftId: string): OfflineDraft => ({
  draftId,
  at: 0,
  completed: [],
  files: [],
  steps: {},
  next: [],
});

/** What the server says of a step, and with it of the draft. */
export interface SavedPage {
  saved: object;
  completed: AnswerStep[];
  files?: FileView[] | undefined;
  prefill?: DraftPrefill | undefined;
}

/** Keeps what the server says of a step, in place of any other draft. */
export function saveOfflinePage({ draftId, step, version }: OfflinePage, page: SavedPage): void {
  const previous = readOfflineDraft();
  const copy = previous?.draftId === draftId ? previous : createEmptyCopy(draftId);
  const { saved, completed, files = copy.files, prefill = copy.prefill } = page;
  const steps = { ...copy.steps, [step]: { version, saved } };
  saveCopy({ ...copy, completed, files, prefill, steps });
}

/** Keeps what was saved of a step since. */
export function saveOfflineAnswers({ draftId, step, version }: OfflinePage, answers: object): void {
  const copy = readOfflineDraft();
  if (copy?.draftId !== draftId) return;
  saveCopy({ ...copy, steps: { ...copy.steps, [step]: { version, saved: answers } } });
}

/** Keeps that Next was pressed on a step. @returns whether that is kept. */
export function queueNextPress(draftId: string, step: AnswerStep): boolean {
  const copy = readOfflineDraft();
  if (copy?.draftId !== draftId) return false;
  return saveCopy({ ...copy, next: [...copy.next.filter((pendingStep) => pendingStep !== step), step] });
}

/** Notes that the press of Next on a step has arrived, or that the artist is asked about it. */
export function clearNextPress(step: AnswerStep, passed: boolean): void {
  const copy = readOfflineDraft();
  if (!copy) return;
  const others = copy.completed.filter((completedStep) => completedStep !== step);
  const completedSteps = passed ? [...others, step] : copy.completed;
  saveCopy({ ...copy, completed: completedSteps, next: copy.next.filter((pendingStep) => pendingStep !== step) });
}
