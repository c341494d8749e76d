import type { AppLoadContext as Portal } from "@remix-run/cloudflare";
import type { IRequestStrict } from "itty-router";
import * as v from "valibot";
import { devToolsOf } from "~/session/dev-tools";
import { readPost } from "~/session/read-post.server";
import {
  ALREADY_SUBMITTED,
  noDraftText,
  OUT_OF_ORDER,
  readDraft,
} from "~/session/require-draft.server";
import { OTHER_DRAFT } from "~/session/step-page.server";
import type { Draft } from "~/submission/draft";
import { saveStep } from "~/submission/draft-store.server";
import { answerFields, baseOf, draftOfPost } from "~/submission/post-version";
import { type StepPost, stepPosts } from "~/submission/step-posts.server";
import { stepToken } from "~/submission/step-token.server";
import { type AnswerStep, mayOpen } from "~/submission/steps";
import { uploadsOfDraft } from "~/uploads/receiving/upload-store.server";
import { refuse, reply } from "./replies";

const CHANGED_ELSEWHERE = "This draft was changed in another tab or on another device.";

const stepSchema = v.picklist(["artist", "music", "about"]);
const refusalSchema = v.object({ refusal: v.string() });

/** The text fields of a posted form, or the reply that refuses it. */
async function readFields(
  request: IRequestStrict,
  portal: Portal,
  draft: Draft,
): Promise<[string, string][] | Response> {
  const type = request.headers.get("Content-Type")?.toLowerCase() ?? "";
  // Files have calls of their own.
  if (!type.startsWith("application/x-www-form-urlencoded"))
    return refuse(415, "This call takes the fields of a form.");
  try {
    return (await readPost(request, portal, draft)).fields;
  } catch (thrown) {
    if (!(thrown instanceof Response)) throw thrown;
    const { refusal } = v.parse(refusalSchema, await thrown.json());
    return refuse(thrown.status, refusal);
  }
}

async function save<S extends AnswerStep>(
  portal: Portal,
  draft: Draft,
  step: S,
  fields: [string, string][],
): Promise<Response> {
  const now = portal.clock();
  const given = answerFields(fields);
  const { read, passes }: StepPost<S> = stepPosts[step];
  const answers = read(given, draft.answers[step], now);
  // No form of ours is without its fields, and taking that for blanks would wipe what is saved.
  if (!given.some(([name]) => Object.hasOwn(answers, /^\w*/.exec(name)?.[0] ?? ""))) {
    const version = await stepToken(draft.answers[step]);
    return reply(200, { success: true, version, savedAt: draft.updatedAt.toISOString() });
  }
  const passed = draft.completed.includes(step);
  const uploads = passed && step === "music" ? await uploadsOfDraft(portal.db, draft.id) : [];
  const slots = new Set(uploads.map((file) => file.slot));
  const completed = passed && passes(answers, { today: now, slots });
  const saved = await saveStep(portal.db, draft.id, {
    step,
    answers,
    completed,
    now,
    base: baseOf(fields),
    seen: draft,
  });
  if (!saved.ok) return refuse(409, CHANGED_ELSEWHERE, { conflict: true, ...saved.conflict });
  portal.log("info", "step.saved", { draftId: draft.id, step });
  return reply(200, { success: true, version: saved.version, savedAt: now.toISOString() });
}

/**
 * PUT /api/drafts/current/{step}: what is typed in a step, saved on the way. The body is the
 * step's form, with the token of the answers it shows in `version`. A step never passes by this
 * call; one that had passed stays so as long as its rules allow.
 */
export async function saveDraftStep(request: IRequestStrict, portal: Portal): Promise<Response> {
  const named = v.safeParse(stepSchema, request.params.step);
  if (!named.success) return refuse(404, "There is no such step.");
  const step = named.output;
  const draft = await readDraft(request, portal);
  if (typeof draft === "string") return refuse(404, noDraftText(draft));
  if (draft.submitted) return refuse(409, ALREADY_SUBMITTED);
  // What was saved once may be typed on in a tab of its own while an earlier step is being mended.
  const opens = draft.answers[step] !== undefined || mayOpen(step, draft.completed);
  if (!opens && !devToolsOf(portal.settings, request).skipsValidation)
    return refuse(409, OUT_OF_ORDER);
  const fields = await readFields(request, portal, draft);
  if (fields instanceof Response) return fields;
  if ((draftOfPost(fields) ?? draft.id) !== draft.id) return refuse(409, OTHER_DRAFT);
  return save(portal, draft, step, fields);
}
