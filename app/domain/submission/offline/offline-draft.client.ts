import * as v from "valibot";
import type { FileView, SlotVersions } from "~/domain/uploads/upload";
import { deleteOfflineDraft, OFFLINE_DRAFT_KEY } from "~/forms/autosave/sign-out";
import { DRAFT_DAYS } from "../draft/draft-days";
import type { DraftPrefill } from "../draft/prefill";
import type { AnswerStep } from "../steps/steps";

const stepSchema = v.picklist(["artist", "music", "about"]);

const offlineDraftSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    draftId: v.string(),
    at: v.number(),
    completed: v.array(stepSchema),
    /** Stored as they are and parsed by `offline-form`. */
    files: v.array(v.unknown()),
    slotVersions: v.optional(v.unknown()),
    prefill: v.optional(v.unknown()),
    /** Of each step that was open: the saved answers and their version token. */
    steps: v.record(v.string(), v.object({ version: v.string(), saved: v.unknown() })),
    /** The steps on which Next was pressed offline, in order. */
    next: v.array(stepSchema),
  }),
);

/** The form of one draft as stored in this browser. Unsaved fields have copies of their own. */
export type OfflineDraft = v.InferOutput<typeof offlineDraftSchema>;

/** All that is read of a form which another version of the site has stored. */
const ageSchema = v.pipe(v.string(), v.parseJson(), v.object({ at: v.number() }));

const isExpired = ({ at }: { at: number }) => at <= Date.now() - DRAFT_DAYS * 86_400_000;

export interface OfflinePage {
  draftId: string;
  step: AnswerStep;
  version: string;
}

/** The stored form; undefined where there is none or its draft has expired. */
export function readOfflineDraft(): OfflineDraft | undefined {
  try {
    const result = v.safeParse(offlineDraftSchema, localStorage.getItem(OFFLINE_DRAFT_KEY));
    return result.success && !isExpired(result.output) ? result.output : undefined;
  } catch {
    return undefined;
  }
}

export function deleteExpiredOfflineDraft(): void {
  try {
    const text = localStorage.getItem(OFFLINE_DRAFT_KEY);
    if (text === null) return;
    const result = v.safeParse(ageSchema, text);
    if (!result.success || isExpired(result.output)) deleteOfflineDraft();
  } catch {}
}

/** @returns whether it was stored: storage may be full or forbidden. */
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
  slotVersions: {},
  steps: {},
  next: [],
});

export interface SavedPage {
  saved: object;
  completed: AnswerStep[];
  files?: FileView[] | undefined;
  slotVersions?: SlotVersions | undefined;
  prefill?: DraftPrefill | undefined;
}

/** Stores a step as the server has it, in place of any other draft. */
export function saveOfflinePage({ draftId, step, version }: OfflinePage, page: SavedPage): void {
  const previous = readOfflineDraft();
  const copy = previous?.draftId === draftId ? previous : createEmptyCopy(draftId);
  const { saved, completed, files = copy.files, prefill = copy.prefill } = page;
  const { slotVersions = copy.slotVersions } = page;
  const steps = { ...copy.steps, [step]: { version, saved } };
  saveCopy({ ...copy, completed, files, slotVersions, prefill, steps });
}

export function saveOfflineAnswers({ draftId, step, version }: OfflinePage, answers: object): void {
  const copy = readOfflineDraft();
  if (copy?.draftId !== draftId) return;
  saveCopy({ ...copy, steps: { ...copy.steps, [step]: { version, saved: answers } } });
}

/** Stores that Next was pressed on a step. @returns whether it was stored. */
export function queuePendingStep(draftId: string, step: AnswerStep): boolean {
  const copy = readOfflineDraft();
  if (copy?.draftId !== draftId) return false;
  return saveCopy({
    ...copy,
    next: [...copy.next.filter((pendingStep) => pendingStep !== step), step],
  });
}

/** Removes a press of Next that has arrived, or that the artist is asked about. */
export function clearPendingStep(step: AnswerStep, passed: boolean): void {
  const copy = readOfflineDraft();
  if (!copy) return;
  const others = copy.completed.filter((completedStep) => completedStep !== step);
  const completedSteps = passed ? [...others, step] : copy.completed;
  saveCopy({
    ...copy,
    completed: completedSteps,
    next: copy.next.filter((pendingStep) => pendingStep !== step),
  });
}
