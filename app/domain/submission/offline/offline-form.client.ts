import * as v from "valibot";
import { probeSchema } from "~/domain/uploads/probe";
import type { FileView, SlotVersions } from "~/domain/uploads/upload";
import { uploadKinds } from "~/domain/uploads/upload-kinds";
import { putStep } from "~/forms/autosave/autosave-call.client";
import { createLocalCopy } from "~/forms/autosave/autosave-queue.client";
import type { Fields } from "~/forms/autosave/autosave-state";
import { readForm } from "~/forms/read-form";
import { type DraftPrefill, draftPrefillSchema } from "../draft/prefill";
import { musicAnswersSchema } from "../music/music-step";
import { readMusic } from "../music/read-music";
import { type AnswerStep, stepOf } from "../steps/steps";
import {
  clearPendingStep,
  type OfflineDraft,
  readOfflineDraft,
  saveOfflineAnswers,
} from "./offline-draft.client";

// Apart from `offline-draft`, which every page loads: this needs the rules of the music step.

const fileSchema = v.object({
  uploadId: v.string(),
  kind: v.picklist(uploadKinds),
  slot: v.string(),
  fileName: v.string(),
  size: v.number(),
  state: v.picklist(["open", "complete", "expired"]),
  storedBytes: v.number(),
  fingerprint: v.nullable(v.string()),
  sha256: v.nullable(v.string()),
  url: v.string(),
  // An earlier version of this page has not stored it.
  choice: v.optional(v.nullable(v.string()), null),
  other: v.exactOptional(
    v.object({ uploadId: v.string(), fileName: v.string(), size: v.number() }),
  ),
  coming: v.optional(
    v.object({
      uploadId: v.string(),
      fileName: v.string(),
      size: v.number(),
      storedBytes: v.number(),
      fingerprint: v.nullable(v.string()),
    }),
  ),
  preview: v.optional(v.string()),
  probe: v.nullable(probeSchema),
}) satisfies v.GenericSchema<unknown, FileView>;

const pageDataSchema = v.object({
  files: v.array(fileSchema),
  slotVersions: v.optional(v.record(v.string(), v.number()), {}),
  prefill: v.optional(draftPrefillSchema),
});

interface OfflineForm extends OfflineDraft {
  files: FileView[];
  slotVersions: SlotVersions;
  prefill?: DraftPrefill | undefined;
}

/** The stored form for its pages; undefined where there is none, or none that can be read. */
export function readOfflineForm(): OfflineForm | undefined {
  const copy = readOfflineDraft();
  const result = v.safeParse(pageDataSchema, copy);
  if (!copy || !result.success) return undefined;
  const { files, slotVersions, prefill } = result.output;
  return { ...copy, files, slotVersions, prefill };
}

/** A step that does not pass: its form, to be posted by its page, which shows the answer. */
interface BlockedStep {
  path: string;
  fields: [string, string][];
}

export interface SendDeps {
  fetch: typeof fetch;
  storage: () => Storage;
  now: () => number;
  /** Resolves when the server knows every chosen file. */
  waitForFiles: () => Promise<void>;
}

/** The answers of a step with a posted form merged in. */
export function mergeStepAnswers(
  step: AnswerStep,
  before: unknown,
  fields: Fields,
  today: Date,
): object {
  const formValues = readForm(fields.map(([name, text]) => [name, text]));
  if (step !== "music") return formValues;
  const music = v.safeParse(musicAnswersSchema, before);
  return readMusic(formValues, music.success ? music.output : undefined, today);
}

/** Remix's status for a single-fetch redirect. */
const REDIRECT_STATUS = 202;

/**
 * Sends a step on which Next was pressed: its unsaved fields, then the press.
 * @returns the step if it does not pass.
 * @throws Error without an answer that decides.
 */
async function sendStep(
  deps: SendDeps,
  { draftId, steps }: OfflineDraft,
  step: AnswerStep,
  signal: AbortSignal,
): Promise<BlockedStep | undefined> {
  const { path } = stepOf(step);
  const copy = createLocalCopy(deps.storage, { draftId, step }, deps.now);
  const backup = copy.read();
  let savedAnswers: unknown = steps[step]?.saved;
  let version = backup?.base ?? steps[step]?.version ?? "new";
  const draftFields = (): [string, string][] => [
    ["draft", draftId],
    ["version", version],
  ];
  let lastFields: Fields = [];
  for (let unsent = backup?.unsent ?? []; unsent.length > 0; unsent = unsent.slice(1)) {
    lastFields = unsent[0] ?? [];
    const apiPath = `/api/drafts/current/${step}`;
    const outcome = await putStep(deps.fetch, apiPath, [...lastFields, ...draftFields()], signal);
    if (outcome.kind === "offline" || outcome.kind === "again")
      throw new Error(`No answer: ${outcome.kind}`);
    if (outcome.kind !== "saved")
      return { path, fields: [...lastFields.map(toPair), ...draftFields(), ["intent", "next"]] };
    version = outcome.version;
    const mergedAnswers = mergeStepAnswers(step, savedAnswers, lastFields, new Date(deps.now()));
    saveOfflineAnswers({ draftId, step, version }, mergedAnswers);
    savedAnswers = mergedAnswers;
    const rest = unsent.slice(1);
    if (rest.length > 0) copy.save({ base: version, unsent: rest });
    else copy.remove();
  }
  if (step === "music") await deps.waitForFiles();
  const fields: [string, string][] = [...draftFields(), ["intent", "next"]];
  const body = new URLSearchParams(fields);
  const reply = await deps.fetch(`${path}.data`, { method: "POST", body, signal });
  if (!reply.headers.has("X-Remix-Response") || reply.status >= 500 || reply.status === 429)
    throw new Error(`No answer: ${reply.status}`);
  return reply.status === REDIRECT_STATUS
    ? undefined
    : { path, fields: [...lastFields.map(toPair), ...fields] };
}

const toPair = ([name, value]: Fields[number]): [string, string] => [name, value];

/**
 * Sends the steps on which Next was pressed offline, in order; safe to repeat.
 * @returns the last that passed, and the first that did not, if any.
 * @throws Error where the connection is lost again; what has arrived counts.
 */
export async function sendPendingSteps(
  deps: SendDeps,
  signal: AbortSignal,
): Promise<{ passed?: AnswerStep | undefined; blocked?: BlockedStep | undefined }> {
  let passedStep: AnswerStep | undefined;
  for (;;) {
    const draft = readOfflineDraft();
    const [step] = draft?.next ?? [];
    if (!draft || !step) return { passed: passedStep };
    const blocked = await sendStep(deps, draft, step, signal);
    clearPendingStep(step, !blocked);
    if (blocked) return { passed: passedStep, blocked };
    passedStep = step;
  }
}
